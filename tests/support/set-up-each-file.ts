/* Vitest runs this before each test file. */
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { removeTemporaryFolders } from '../../scripts/temporary-folder.ts'
import { endApps } from './running-apps.ts'

// Every run tries the same values, so that a failure comes from the change. `SEED=1234 npm test` tries others.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })

// Runs after the file's own hooks. The exit of the worker is too late: a signal ends it.
afterAll(() => {
  endApps()
  removeTemporaryFolders()
})
