import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['tests/{shared,server,web,sync}/**/*.test.ts'],
    globalSetup: ['tests/support/global-databases.ts'],
    setupFiles: ['tests/support/seed.ts'],
    // Real engines start in seconds, and the machine has few cores: all of them are used.
    maxWorkers: availableParallelism(),
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { shuffle: { files: true, tests: false } },
  },
})
