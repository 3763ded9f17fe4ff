import { spawnSync } from 'node:child_process'
import { root } from './child.mjs'
import { argumentsToRun } from './run-server.ts'

/** Runs a command in another process on the data in `dataDir`. Throws its output when it fails. */
export function runCommand(command: 'backup' | 'restore', args: string[], dataDir: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [...argumentsToRun(`scripts/${command}.ts`), ...args],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`npm run ${command}: ${stderr}`)
}
