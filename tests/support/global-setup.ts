import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundlePrograms } from './bundle-programs.ts'
import { replicaTemplate } from './embedded-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseKeeper: string
  }
}

/**
 * Vitest's global setup: bundles programs and starts the process that owns the run's databases and temporary
 * files. Returns the function that ends the process and removes the bundle.
 */
export default async function setup(project: TestProject) {
  const [removeBundle] = await Promise.all([bundlePrograms(), replicaTemplate()])
  const keeper = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('database-keeper.ts', import.meta.url))],
    // Detached: Ctrl-C ends Vitest, and the keeper still removes everything when its input closes.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  )
  const [line] = await once(createInterface(keeper.stdout), 'line')
  const { url, folder } = JSON.parse(line)
  // For the workers. A signal ends them, so their own 'exit' handlers do not remove what they made.
  process.env.TMPDIR = folder
  project.provide('databaseKeeper', url)

  return async () => {
    keeper.stdin.end()
    await once(keeper, 'exit')
    await removeBundle()
  }
}
