import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The project's folder. Every command runs there, whatever the caller's working directory. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const GRACE = 10_000 // ms between SIGTERM and SIGKILL

/**
 * Starts a program in the project's folder: `file` is a Node script unless it is the bare name of
 * a command. Its output goes to the terminal, or to the file `log`. It never outlives this process.
 * Returns, among others, `ended`, which resolves with the exit code, and `end()`, which stops it.
 */
export function startChild(file, args, { log, env } = {}) {
  const output = log === undefined ? 'inherit' : openSync(log, 'w')
  const [command, ...first] = /[/\\]/.test(file) ? [process.execPath, file] : [file]
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  let askedBy
  const end = (signal = 'SIGTERM') => {
    askedBy ??= signal
    // The terminal sends Ctrl-C to every program itself; a second signal would mean "at once".
    if (signal !== 'SIGINT') child.kill(signal)
    setTimeout(() => child.kill(signal === 'SIGINT' ? 'SIGTERM' : 'SIGKILL'), GRACE).unref()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, end)
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  }).finally(() => {
    for (const signal of signals) process.off(signal, end)
    if (log !== undefined) closeSync(output)
  })
  return { pid: child.pid, ended, end, askedBy: () => askedBy }
}

/**
 * Runs a program to its end and returns its exit code. A signal to end ends this process too. Calls
 * `onStart(pid)` when it runs.
 */
export async function runChild(file, args, { onStart, ...options } = {}) {
  const child = startChild(file, args, options)
  if (child.pid) onStart?.(child.pid)
  const code = await child.ended
  const signal = child.askedBy()
  if (signal) process.exit(128 + constants.signals[signal])
  return code
}
