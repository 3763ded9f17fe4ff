import { freePort } from './free-port.ts'
import { type RunningServer, runServer } from './run-server.ts'

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
  const { DATABASE_URL: _, BUNDLED_PROGRAMS: __, ...env } = process.env
  let server: RunningServer

  async function start(): Promise<void> {
    server = runServer(
      {
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
      { printErrors: true },
    )
    await server.ready(origin)
  }

  await start()
  return {
    origin,
    isRunning: () => server.isRunning(),
    start,
    async stop() {
      await server.end('SIGTERM')
    },
    async kill() {
      await server.end('SIGKILL')
    },
  }
}
