import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/child.mjs'
import { freePort } from '../../scripts/free-port.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { untilReady as untilServerReady } from '../../scripts/until-ready.ts'

const ADDRESS = '127.0.0.1'
const PATIENCE = 20_000 // ms for the server to end

// The pipe to a child closes with its parent, even a killed one.
const DIES_WITH_PARENT = `data:text/javascript,process.stdin
  .on('end', () => process.kill(process.pid, 'SIGKILL')).resume().unref()`

type Environment = Record<string, string>

export type ServerOptions = {
  /** Added to a small environment of its own: nothing of the caller's leaks in. */
  env?: Environment
  /** Absent: a folder of its own, gone after `stop`, copied from PREPARED_DATA where that is set. */
  dataDir?: string
  /** By which browsers reach it: the name in its ORIGIN. */
  hostname?: string | undefined
  /** Absent: this one. Another folder that holds the program, and its built pages. */
  program?: string | undefined
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/**
 * Starts the real server on a free port of this machine and waits until it is ready. It dies with
 * whoever started it, however that one ends.
 */
export async function startServer({
  env = {},
  dataDir,
  hostname = ADDRESS,
  program = root,
}: ServerOptions = {}) {
  const folder = dataDir ?? makeDataFolder()
  const port = await freePort()
  const origin = `http://${hostname}:${port}`
  const own = `http://${ADDRESS}:${port}`
  const run = (changes: Environment = {}) =>
    runServer(
      {
        PORT: String(port),
        HOST: ADDRESS,
        ORIGIN: origin,
        DATA_DIR: folder,
        ...env,
        ...changes,
      },
      program,
    )
  let server = run()
  await untilReady(server, own)

  return {
    origin,
    dataDir: folder,
    get pid() {
      return server.pid
    },

    /** The server's output since its last start. */
    output: () => server.output(),

    /** Asks the server to end and answers its exit code. */
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      const code = await server.end(signal)
      if (!dataDir) removeTemporaryFolder(folder)
      return code
    },

    /** Ends the server in the middle of whatever it does; the data folder stays. */
    async kill(): Promise<void> {
      await server.end('SIGKILL')
    },

    /** Ends the server unless it has ended, and starts it with the same port and data folder. */
    async restart(changes: Environment = {}): Promise<void> {
      await server.end('SIGTERM')
      server = run(changes)
      await untilReady(server, own)
    },
  }
}

/** Runs a server that refuses to start, to its end; answers its exit code and what it printed. */
export async function runRefusedServer(env: Environment) {
  const server = runServer(env)
  const code = await Promise.race([server.ended, sleep(PATIENCE, 'running', { ref: false })])
  if (code !== 'running') return { code, output: server.output() }
  await server.end('SIGKILL')
  throw new Error(`The server did not refuse to start:\n${server.output()}`)
}

function runServer(env: Environment, program = root) {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), SERVER_BUNDLE } = process.env
  const main =
    SERVER_BUNDLE && program === root ? [SERVER_BUNDLE] : ['--import', 'tsx', 'server/main.ts']
  const child = spawn(process.execPath, ['--import', DIES_WITH_PARENT, ...main], {
    cwd: program,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  return {
    pid: child.pid,
    output: () => output,
    ended,
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal)
      const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
      return ended.finally(() => clearTimeout(late))
    },
  }
}

async function untilReady(server: ReturnType<typeof runServer>, origin: string): Promise<void> {
  try {
    await untilServerReady(origin, server.ended)
  } catch (error) {
    await server.end('SIGKILL')
    const { message } = error as Error
    throw new Error(`${message}:\n${server.output().slice(-4000)}`, { cause: error })
  }
}

/** With what the folder PREPARED_DATA holds, where that is set. */
function makeDataFolder(): string {
  const folder = makeTemporaryFolder()
  const prepared = process.env.PREPARED_DATA
  if (prepared) cpSync(prepared, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return folder
}
