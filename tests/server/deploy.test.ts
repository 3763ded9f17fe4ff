import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { root } from '../../scripts/child.mjs'
import { readCommandConfig, readConfig } from '../../server/config.ts'
import { variables } from '../../server/config-variables.ts'

/* The examples and notes in scripts/deploy name only variables and commands that exist. */

const folder = join(root, 'scripts/deploy')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

describe('the example of an environment', () => {
  const lines = read('entre-todos.env').split('\n')
  const variable = /^#?([A-Z][A-Z0-9_]*)=(.*)$/

  it('names only variables that the server reads', () => {
    const known = Object.keys(variables.shape)
    const names = lines.flatMap((line) => variable.exec(line)?.[1] ?? [])
    expect(names.length).toBeGreaterThan(10)
    expect(known).toEqual(expect.arrayContaining(names))
  })

  const given = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = variable.exec(line) ?? []
      return line.startsWith('#') || name === '' ? [] : [[name, value.replace(/^"|"$/g, '')]]
    }),
  )

  it('starts a server in production', () => {
    const unit = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '3001', METRICS_PORT: '13001' }
    expect(readConfig({ ...given, ...unit })).toMatchObject({
      secure: true,
      trustedProxy: ['127.0.0.1', '::1'],
      metrics: { port: 13001, host: '127.0.0.1' },
    })
  })

  it('serves a command, also with the metrics that each server publishes on its own port', () => {
    const metrics = { METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'x'.repeat(32) }
    const { dataDir, ...config } = readCommandConfig({ ...given, ...metrics, DATA_DIR: '/data' })
    expect(dataDir).toBe('/data')
    expect(config.metrics).toBeUndefined()
  })
})

it('the unit starts again for as long as the database is away', () => {
  const [unit = ''] = read('entre-todos@.service').split('[Service]')
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
})

it('Caddy takes no process out because a client broke its upload', () => {
  expect(read('Caddyfile')).not.toMatch(/^\s*(fail_duration|max_fails|unhealthy_\w+)\b/m)
})

it('every command in the notes exists', () => {
  for (const file of readdirSync(folder)) {
    for (const [, name = ''] of read(file).matchAll(/npm run ([\w-]+)/g)) {
      expect(Object.keys(packageJson.scripts)).toContain(name)
    }
    for (const [, path = ''] of read(file).matchAll(/--import tsx (\S+\.ts)/g)) {
      expect(readFileSync(join(root, path), 'utf8'), path).not.toBe('')
    }
  }
})
