import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundleServer } from './bundle-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseKeeper: string
  }
}

/**
 * Vitest: before the first test, bundles the server and starts the process that owns the run's databases; ends
 * both after the last.
 */
export default async function setup(project: TestProject) {
  const removeBundle = await bundleServer()
  const keeper = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('database-keeper.ts', import.meta.url))],
    // Detached: Ctrl-C ends Vitest, and the keeper still tidies up when its input closes.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  )
  const [url] = await once(createInterface(keeper.stdout), 'line')
  project.provide('databaseKeeper', url)

  return async () => {
    keeper.stdin.end()
    await once(keeper, 'exit')
    await removeBundle()
  }
}
