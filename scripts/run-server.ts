/* The product's server as a child process, for scripts and tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './child.mjs'

const STOP_TIMEOUT = 20_000 // ms for the server to end
/** Engines start in seconds, but the machine may be busy. */
const START_TIMEOUT = 90_000 // ms
const POLL_EVERY = 50 // ms
const RESPONSE_WITHIN = 10_000 // ms

// The pipe to a child closes with its parent, even a killed one.
const DIES_WITH_PARENT = `data:text/javascript,process.stdin
  .on('end', () => process.kill(process.pid, 'SIGKILL')).resume().unref()`

/**
 * Options of Node for a process with a database that ends soon, before optimized WebAssembly pays for itself: compiling
 * it is half of the processor time of a start.
 */
export const BRIEF = ['--liftoff-only']

/**
 * Returns Node's arguments to run a TypeScript file of this project, given by its path from the root. Tests bundle some
 * programs once for a run (tests/support/bundle-programs.ts).
 */
export function argumentsToRun(file: string): string[] {
  const folder = process.env.BUNDLED_PROGRAMS
  const bundle = folder && join(folder, file.replace(/\.ts$/, '.mjs'))
  return bundle && existsSync(bundle) ? [...BRIEF, bundle] : ['--import', 'tsx', join(root, file)]
}

interface RunOptions {
  /** A folder that contains the program and its built pages. */
  program?: string | undefined
  /** Prints errors as they come instead of collecting the output. */
  printErrors?: boolean
}

/** Runs server/main.ts with this environment and no other, until it ends or this process does. */
export function runServer(
  env: NodeJS.ProcessEnv,
  { program = root, printErrors = false }: RunOptions = {},
) {
  const file = 'server/main.ts'
  const main = program === root ? argumentsToRun(file) : ['--import', 'tsx', file]
  const child = spawn(process.execPath, ['--import', DIES_WITH_PARENT, ...main], {
    cwd: program,
    env,
    stdio: printErrors ? ['pipe', 'ignore', 'inherit'] : 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
    return ended.finally(() => clearTimeout(late))
  }

  return {
    pid: child.pid,
    output: () => output,
    /** Resolves to the exit code. */
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Resolves to the exit code. Kills a server that has not ended 20 s after the signal. */
    end,
    /** Resolves when the server at `origin` is ready; otherwise kills it and throws its output. */
    async ready(origin: string): Promise<void> {
      try {
        await untilReady(origin, ended)
      } catch (error) {
        await end('SIGKILL')
        const { message } = error as Error
        throw new Error(`${message}:\n${output.slice(-4000)}`, { cause: error })
      }
    },
  }
}

/**
 * Resolves when the server at `origin` is ready; `ended` settles when its process ends. Throws when the
 * process ends first, and after a timeout, which leaves the process running.
 */
async function untilReady(origin: string, ended: Promise<unknown>): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT
  let isRunning = true
  ended.finally(() => {
    isRunning = false
  })
  while (isRunning && Date.now() < deadline) {
    const response = await fetch(`${origin}/api/ready`, {
      signal: AbortSignal.timeout(RESPONSE_WITHIN),
    }).catch(() => null)
    if (response?.ok) return
    await sleep(POLL_EVERY)
  }
  throw new Error(
    isRunning
      ? `The server was not ready in ${START_TIMEOUT} ms`
      : 'The server ended before it was ready',
  )
}
