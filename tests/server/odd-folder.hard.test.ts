import { execFile } from 'node:child_process'
import { cpSync, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../scripts/child.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { MINUTE } from '../../shared/time.ts'

const SOURCES = ['migrations', 'scripts', 'server', 'shared', 'web']
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json']

// A build takes a quarter of a minute when it has a core of its own.
test('builds the pages in a folder with a quote, spaces and accents', {
  timeout: 2 * MINUTE,
}, async () => {
  const folder = join(makeTemporaryFolder(), `Juli's año 100 %`)
  const built = join(root, 'web/dist')
  for (const name of [...SOURCES, ...FILES])
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => path !== built,
    })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: folder })

  expect(existsSync(join(folder, 'web/dist/index.html'))).toBe(true)
  expect(existsSync(join(folder, 'web/dist/.server/render.js'))).toBe(true)
})
