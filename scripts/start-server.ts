import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './child.mjs'
import { freePort } from './free-port.ts'
import { untilReady } from './until-ready.ts'

export interface Server {
  origin: string
  /** False once it has ended for any reason. */
  isRunning(): boolean
  stop(): Promise<void>
  /** Ends it by SIGKILL. */
  kill(): Promise<void>
  /** Runs it again on the same port and folder, once it has ended. */
  start(): Promise<void>
}

/**
 * Runs the product's server on a free port, without rate limits, until it is stopped or this process ends;
 * resolves when it is ready. `settings` are added to the caller's environment. Throws when it does not
 * become ready.
 */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, SERVER_BUNDLE, ...env } = process.env
  // Tests bundle the server once for a run (tests/support/bundle-server.ts).
  const main = SERVER_BUNDLE ? [SERVER_BUNDLE] : ['--import', 'tsx', 'server/main.ts']
  let child: ChildProcess
  let ended: Promise<unknown>

  async function start(): Promise<void> {
    child = spawn(process.execPath, main, {
      cwd: root,
      env: {
        ...env,
        NODE_ENV: 'development',
        PORT: String(port),
        HOST: '127.0.0.1',
        ORIGIN: origin,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        RATE_LIMITS: 'off',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const own = child
    const kill = () => own.kill('SIGKILL')
    process.once('exit', kill)
    ended = once(own, 'close').finally(() => process.off('exit', kill))
    await untilReady(origin, ended)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal)
    await ended
  }

  await start()
  return {
    origin,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
