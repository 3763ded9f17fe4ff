import { randomBytes } from 'node:crypto'
import { constants, rmSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { finished } from 'node:stream/promises'
import postgres from 'postgres'
import { listen } from '../../scripts/listen.ts'
import { startPostgres } from '../../scripts/start-postgres.ts'
import { type DatabaseConfig, openDatabase } from '../../server/data/open.ts'
import { embeddedTemplate } from './embedded-template.ts'

/*
 * The process that owns what the tests of one run share: a folder for all temporary files, a migrated embedded
 * database and a migrated database on a PostgreSQL server. Each database is made when first needed and copied
 * for every test that asks. Standard input is a pipe from the test runner. The pipe closes when the runner ends,
 * even by a signal; then this process removes everything and ends.
 */

const folder = await mkdtemp(join(tmpdir(), 'entre-todos-tests-'))
await chmod(folder, 0o711) // PostgreSQL runs as another user, who must be able to enter
// Servers that the tests started may still be ending.
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const run = `entre_todos_${randomBytes(6).toString('hex')}` // names this run's databases
let copies = 0

// Made before the address is printed: otherwise the first test would pay for it within its time limit.
const template = await embeddedTemplate()

const postgresServer = once(async () => {
  const given = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const { url, stop } = given
    ? { url: given, stop: async () => {} }
    : await startPostgres(folder, { forgetful: true })
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  const urlOf = (name: string) => Object.assign(new URL(url), { pathname: name }).href

  await admin.unsafe(`create database ${run}`)
  await (await openDatabase({ databaseUrl: urlOf(run), dataDir: folder })).close()

  const drop = (name: string) => admin.unsafe(`drop database if exists ${name} with (force)`)

  return {
    async create(name: string): Promise<string> {
      await admin.unsafe(`create database ${name} template ${run}`)
      return urlOf(name)
    },
    drop,
    async stop() {
      const left = await admin`select datname from pg_database where starts_with(datname, ${run})`
      for (const { datname } of left) await drop(datname)
      await admin.end()
      await stop()
    },
  }
})

const answers: Record<string, (argument: string) => Promise<DatabaseConfig | null>> = {
  async embedded() {
    const dataDir = join(folder, nextName())
    await cp(template, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return { dataDir }
  },

  async postgres() {
    const { create } = await postgresServer()
    const { dataDir } = await emptyFolder()
    return { dataDir, databaseUrl: await create(basename(dataDir)) }
  },

  empty: emptyFolder,

  async drop(dataDir) {
    await rm(dataDir, { recursive: true, force: true })
    if (postgresServer.started) await (await postgresServer()).drop(basename(dataDir))
    return null
  },
}

const service = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://keeper')
  const answer = answers[pathname.slice(1)]
  Promise.resolve(answer?.(searchParams.get('of') ?? '')).then(
    (config) => response.end(JSON.stringify(config)),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})

// A test may send its next request long after the previous one, over the same connection.
service.keepAliveTimeout = 0
process.once('SIGTERM', () => process.stdin.destroy())
console.log(JSON.stringify({ url: `http://127.0.0.1:${await listen(service)}`, folder }))
process.stdin.resume()
await finished(process.stdin).catch(() => {}) // an error ends it too
if (postgresServer.started) await (await postgresServer()).stop()
process.exit()

async function emptyFolder(): Promise<DatabaseConfig> {
  const dataDir = join(folder, nextName())
  await mkdir(dataDir)
  return { dataDir }
}

function nextName(): string {
  return `${run}_${++copies}`
}

/** Calls `make` at the first call; every call returns that promise. */
function once<T>(make: () => Promise<T>) {
  const get = () => {
    get.started ??= make()
    return get.started
  }
  get.started = undefined as Promise<T> | undefined
  return get
}
