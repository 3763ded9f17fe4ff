import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { memoryFolder } from '../scripts/memory-folder.ts'
import { SECOND } from '../shared/time.ts'

const root = join(import.meta.dirname, '..')

// A laptop's zone, which is not that of most servers: nothing may depend on the machine's.
process.env.TZ = 'America/Argentina/Buenos_Aires'
process.env.TMPDIR = memoryFolder() // where the global setup makes the run's folder

export default defineConfig({
  root,
  test: {
    include:
      process.env.TIER === 'hard' ? hardFiles() : ['tests/{shared,server,web,sync}/**/*.test.ts'],
    exclude: process.env.TIER === 'hard' ? [] : ['**/*.hard.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/set-up-each-file.ts'],
    // One more than cores: a test often waits for a timer or a child process.
    maxWorkers: availableParallelism() + 1,
    // One import of the server and PGlite for each worker, not for each file.
    isolate: false,
    testTimeout: 30 * SECOND,
    hookTimeout: 30 * SECOND,
    expect: { poll: { timeout: 20 * SECOND } },
    sequence: { shuffle: { files: true, tests: false } },
  },
})

/** Files for this tier alone, and those that do more in it or run on its engine (support/tier.ts). */
function hardFiles(): string[] {
  const files = ['shared', 'server', 'web', 'sync'].flatMap((folder) =>
    readdirSync(join(root, 'tests', folder), { recursive: true }).map((file) =>
      join('tests', folder, String(file)),
    ),
  )
  return files.filter(
    (file) =>
      file.endsWith('.hard.test.ts') ||
      (file.endsWith('.test.ts') &&
        readFileSync(join(root, file), 'utf8').includes('support/tier.ts')),
  )
}
