import { constants, cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { runServer } from './run-server.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.ts'

const ADDRESS = '127.0.0.1'
/** Some servers open their database before they refuse to start. */
const REFUSAL_TIMEOUT = 60_000 // ms

type Environment = NodeJS.ProcessEnv

export interface ServerOptions {
  /** Absent: a minimal environment without the caller's variables. */
  baseEnv?: Environment
  /** Added to the base environment and to the variables that are set here. */
  env?: Environment
  /** Absent: a new folder, a copy of PREPARED_DATA if that is set, which `stop` removes. */
  dataDir?: string
  /** The host name in its ORIGIN, by which browsers reach it. */
  hostname?: string | undefined
  /** A folder that contains the program and its built pages. Absent: this one. */
  program?: string | undefined
  /** Prints errors as they come instead of collecting the output. */
  printErrors?: boolean
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/**
 * Starts the real server on a free port of this machine and waits until it is ready. It ends with this process,
 * even if a signal ends it. Throws when it does not become ready.
 */
export async function startServer({
  baseEnv = minimalEnvironment(),
  env = {},
  dataDir,
  hostname = ADDRESS,
  program,
  printErrors = false,
}: ServerOptions = {}) {
  const folder = dataDir ?? makeDataFolder()
  const port = await freePort()
  const origin = `http://${hostname}:${port}`
  const own = `http://${ADDRESS}:${port}`
  const run = (changes: Environment = {}) =>
    runServer(
      {
        ...baseEnv,
        PORT: String(port),
        HOST: ADDRESS,
        ORIGIN: origin,
        DATA_DIR: folder,
        ...env,
        ...changes,
      },
      { program, printErrors },
    )
  let server = run()
  await server.ready(own)

  return {
    origin,
    dataDir: folder,
    get pid() {
      return server.pid
    },
    isRunning: () => server.isRunning(),

    /** The server's output since its last start. */
    output: () => server.output(),

    /** Ends the server by a signal and returns its exit code. */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      const code = await server.end(signal)
      if (!dataDir) removeTemporaryFolder(folder)
      return code
    },

    /** Kills the server (SIGKILL); the data folder stays. */
    async kill(): Promise<void> {
      await server.end('SIGKILL')
    },

    /** Ends the server if it runs, and starts it with the same port and data folder. */
    async restart(changes: Environment = {}): Promise<void> {
      await server.end('SIGTERM')
      server = run(changes)
      await server.ready(own)
    },
  }
}

/**
 * Starts a server for measurements, simulations and pictures: without rate limits, in the caller's environment with
 * these settings added, and with its errors printed.
 */
export function startUnlimitedServer(
  dataDir: string,
  settings: Environment = {},
): Promise<ServerProcess> {
  const { DATABASE_URL: _, BUNDLED_PROGRAMS: __, ...callers } = process.env
  return startServer({
    dataDir,
    baseEnv: { ...callers, NODE_ENV: 'development', LOG_LEVEL: 'error', RATE_LIMITS: 'off' },
    env: settings,
    printErrors: true,
  })
}

/** Runs a server that refuses to start; returns its exit code and its output. */
export async function runRefusedServer(env: Environment) {
  const server = runServer({ ...minimalEnvironment(), ...env })
  const code = await Promise.race([server.ended, sleep(REFUSAL_TIMEOUT, 'running', { ref: false })])
  if (code !== 'running') return { code, output: server.output() }
  await server.end('SIGKILL')
  throw new Error(`The server did not refuse to start:\n${server.output()}`)
}

function minimalEnvironment(): Environment {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  return { PATH, HOME, TMPDIR }
}

/** Makes a folder, a copy of PREPARED_DATA if that is set. */
function makeDataFolder(): string {
  const folder = makeTemporaryFolder()
  const prepared = process.env.PREPARED_DATA
  if (prepared) cpSync(prepared, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return folder
}
