import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/child.mjs'
import { freePort } from '../../scripts/free-port.ts'
import { listen } from '../../scripts/listen.ts'
import { argumentsToRun } from '../../scripts/run-server.ts'
import { runRefusedServer, type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { LOCK } from '../../server/data/folder-lock.ts'
import { SECOND } from '../../shared/time.ts'
import { configsOf } from '../support/database.ts'
import { openLine } from '../support/receipts.ts'
import { byTier } from '../support/tier.ts'

const folder = mkdtempSync(join(tmpdir(), 'entre-todos-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const configs = configsOf('embedded')

describe('a running server', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServer(await configs())
  })
  afterAll(() => server.stop())

  test('prints its address', () => {
    expect(server.output()).toContain(`Entre Todos está en ${server.origin}`)
  })

  test('refuses a second server on its data folder', async () => {
    const { code, output } = await runRefusedServer({ DATA_DIR: server.dataDir })
    expect(output).toMatch(/^La carpeta de datos .* está en uso/)
    expect(code).toBe(1)
  })

  test.for(['SIGINT', 'SIGTERM'] as const)('ends cleanly on %s', async (signal) => {
    await server.restart()
    expect(await server.stop(signal)).toBe(0)
    expect(readdirSync(join(server.dataDir, LOCK))).toEqual([]) // the database is closed
  })

  test('ends at once on a second Ctrl-C, however long a request takes', async () => {
    await server.restart()
    await openLine(
      server.origin,
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
    )
    if (server.pid) process.kill(server.pid, 'SIGINT')
    await sleep(1.5 * SECOND)
    const asked = performance.now()
    expect(await server.stop('SIGINT')).toBe(1)
    // The request would be cut off 8 s after the first.
    expect(performance.now() - asked).toBeLessThan(4 * SECOND)
  })

  test('ends cleanly when npm repeats the Ctrl-C of the terminal', async () => {
    await server.restart()
    if (server.pid) process.kill(server.pid, 'SIGINT')
    expect(await server.stop('SIGINT')).toBe(0)
  })

  test('starts again after being killed', async () => {
    await server.restart()
    await server.kill()
    await server.restart()
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
  })
})

test('an error names a data folder in which nothing can be written', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const { code, output } = await runRefusedServer({ DATA_DIR: file })
  expect(output).toMatch(
    /^No se puede escribir en la carpeta de datos .*a-file \(EEXIST\): .*DATA_DIR.*\n$/,
  )
  expect(code).toBe(1)
})

describe('a server that cannot listen touches no data folder, and', () => {
  const dataDir = join(folder, 'untouched')
  afterEach(() => expect(existsSync(dataDir)).toBe(false))

  test('names a taken port and how to choose another', async () => {
    const other = createServer()
    const port = await listen(other)
    const { code, output } = await runRefusedServer({ PORT: String(port), DATA_DIR: dataDir })
    other.close()
    expect(output).toBe(
      `El puerto ${port} ya está en uso. Cierra el otro programa o elige otro con PORT=${port + 1} npm start.\n`,
    )
    expect(code).toBe(1)
  })

  test('names a HOST that is no address of this machine', async () => {
    const env = { HOST: '192.0.2.1', PORT: String(await freePort()), DATA_DIR: dataDir }
    const { code, output } = await runRefusedServer(env)
    expect(output).toMatch(/^HOST debe ser una dirección de esta máquina.*\n$/)
    expect(code).toBe(1)
  })
})

describe('a command with wrong arguments ends with 2 and one line', () => {
  /** The others read their arguments by the same function, and load more. */
  const names = byTier({
    test: ['backup', 'seed'],
    hard: [
      ...['admin', 'backup', 'bench', 'conciliate', 'load', 'move', 'restore', 'screenshots'],
      ...['seed', 'simulate'],
    ],
  })

  test.for(names)('that has the usage of npm run %s', async (name) => {
    const { code, output } = await runScript(`scripts/${name}.ts`, ['--desconocida'])
    expect(output).toMatch(new RegExp(`^Uso: .*npm run ${name}\\b.*\\n$`))
    expect(code).toBe(2)
  })

  test('that names the option with a wrong value', async () => {
    const { code, output } = await runScript('scripts/seed.ts', ['--contributions', 'muchos'])
    expect(output).toBe('--contributions debe ser un número entero entre 0 y 5.000.000\n')
    expect(code).toBe(2)
  })

  test('that says that no screen has the wanted name', async () => {
    const { code, output } = await runScript('scripts/screenshots.ts', ['--only', 'inexistente'])
    expect(output).toBe('--only: ninguna pantalla tiene “inexistente” en su nombre\n')
    expect(code).toBe(2)
  })

  async function runScript(file: string, args: string[]) {
    const child = spawn(process.execPath, [...argumentsToRun(file), ...args], { cwd: root })
    const [out, errors] = [text(child.stdout), text(child.stderr)]
    const [code] = await once(child, 'exit')
    return { code, output: (await out) + (await errors) }
  }
})

describe('in production, a server refuses to start', () => {
  const production = { NODE_ENV: 'production', DATA_DIR: join(folder, 'production') }
  const origin = 'https://entretodos.example'

  test('without an origin on https', async () => {
    const { code, output } = await runRefusedServer({
      ...production,
      ORIGIN: 'http://entretodos.example',
      SMTP_URL: 'smtp://127.0.0.1:25',
    })
    expect(output).toContain('En producción ORIGIN debe empezar con https://')
    expect(code).toBe(1)
  })

  test('without a way to send mail', async () => {
    const { code, output } = await runRefusedServer({ ...production, ORIGIN: origin })
    expect(output).toContain('En producción hace falta SMTP_URL para enviar emails')
    expect(code).toBe(1)
  })
})
