import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'
import { saveTables } from '../../../server/backup/save-tables.ts'
import type { Database } from '../../../server/data/database.ts'
import {
  type DatabaseConfig,
  openDatabase,
  openWithoutMigrating,
} from '../../../server/data/open.ts'
import { openPostgres, SETTINGS } from '../../../server/data/postgres.ts'
import { isTransientDatabaseError } from '../../../server/domain/outage-errors.ts'
import { SECOND } from '../../../shared/time.ts'
import { configsOf } from '../../support/database.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)
const KNOWN_BY_PGBOUNCER = new Set([
  'application_name',
  'client_encoding',
  'TimeZone',
  'DateStyle',
  'standard_conforming_strings',
])

/* PostgreSQL servers, databases and roles that differ from the tests' own, which has the defaults and a superuser. */

describe('a PostgreSQL', () => {
  const configs = configsOf('postgres')
  let config: DatabaseConfig
  let url: URL

  beforeEach(async () => {
    config = await configs()
    url = new URL(config.databaseUrl ?? '')
  })

  /** Runs statements as the superuser, in the test's database. */
  async function asSuperuser(...statements: string[]): Promise<void> {
    const sql = postgres(String(url), { max: 1, onnotice: () => {} })
    for (const statement of statements) await sql.unsafe(statement)
    await sql.end()
  }

  const changed = (settings: string[]) =>
    asSuperuser(
      ...settings.map((setting) => `alter database ${url.pathname.slice(1)} set ${setting}`),
    )

  it('may have other settings, which do not change those of a connection', async () => {
    await changed([
      "timezone = 'Asia/Kolkata'",
      "datestyle = 'SQL, DMY'",
      'search_path = other',
      'row_security = off',
      'standard_conforming_strings = off',
      "default_transaction_isolation = 'serializable'",
      'statement_timeout = 1',
      'lock_timeout = 1',
      'idle_in_transaction_session_timeout = 1',
      'idle_session_timeout = 1',
    ])
    const database = await openDatabase(config)
    const rows = await database.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1::text[])',
      [Object.keys(SETTINGS)],
    )
    await database.close()
    const wanted = Object.entries(SETTINGS).map(([name, value]) => ({
      name,
      setting: String(value),
    }))
    expect(rows).toHaveLength(wanted.length)
    expect(rows).toEqual(expect.arrayContaining(wanted))
  })

  it('may limit the time of transactions, but not that of a backup', async ({ skip }) => {
    await changed([`transaction_timeout = '300 ms'`]).catch(() =>
      skip('PostgreSQL 16 has no such limit'),
    )
    const database = await openDatabase(config)
    const slow = database.transaction((tx) => tx.query('select pg_sleep(1)'))
    expect(await slow.catch((error) => error)).toSatisfy(isTransientDatabaseError)

    const isOver = new Promise((over) => setTimeout(over, SECOND))
    const slowly: Database = {
      ...database,
      inBulk: (work) =>
        database.inBulk((session) =>
          work({
            ...session,
            async *readCsv(query) {
              await isOver
              yield* session.readCsv(query)
            },
          }),
        ),
    }
    const { tables } = await saveTables(slowly, config.dataDir)
    expect(tables.length).toBeGreaterThan(20)
    await database.close()
  })

  it('may have a database whose name is encoded in the address', async () => {
    const name = `Año ${randomUUID()}`
    await asSuperuser(`create database "${name}"`)
    const engine = openPostgres(String(Object.assign(new URL(url), { pathname: name })))
    expect(await engine.query('select current_database() as name')).toEqual([{ name }])
    await engine.close()
    await asSuperuser(`drop database "${name}"`)
  })

  it('is refused when the address changes the settings of a connection', async () => {
    url.search = '?timezone=Asia/Kolkata'
    await expect(openDatabase({ ...config, databaseUrl: String(url) })).rejects.toThrow(
      /sin parámetros que cambien sus ajustes \(TimeZone\)\.$/,
    )
  })

  it('is refused when its database has another encoding', async () => {
    const name = `latin_${randomUUID().replaceAll('-', '')}`
    await asSuperuser(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    const databaseUrl = String(Object.assign(new URL(url), { pathname: name }))
    await expect(openDatabase({ ...config, databaseUrl })).rejects.toThrow(
      /^La base de datos de DATABASE_URL está en LATIN1: hace falta una en UTF8/,
    )
    await asSuperuser(`drop database ${name}`)
  })

  it('is refused when it is read-only, but can be read for a backup', async () => {
    await changed(['default_transaction_read_only = on'])
    await expect(openDatabase(config)).rejects.toThrow(/no con una réplica de solo lectura\.$/)
    const database = await openWithoutMigrating(config)
    const rows = await database.query('select number from migrations')
    expect(rows.length).toBeGreaterThan(50)
    await database.close()
  })

  it.each([
    ['may not create tables', 'createrole', 'grant usage on schema public to'],
    ['may not create roles', 'nocreaterole', 'grant all on schema public to'],
    ['is not part of the role member, which exists', 'createrole', 'grant all on schema public to'],
  ])('is refused when the user %s', async (_, createRole, grant) => {
    const user = `user_${randomUUID().replaceAll('-', '')}`
    await asSuperuser(
      'drop schema public cascade',
      'create schema public',
      `create role ${user} ${createRole}`,
      `${grant} ${user}`,
    )
    url.search = `?role=${user}`
    await expect(openDatabase({ ...config, databaseUrl: String(url) })).rejects.toThrow(
      /permission denied .* El usuario de DATABASE_URL debe poder crear tablas en el esquema public y roles/,
    )
    url.search = ''
    await asSuperuser(`drop owned by ${user}`, `drop role ${user}`)
  })

  it.runIf(PGBOUNCER)('is refused behind PgBouncer in transaction mode', async () => {
    const ignored = Object.keys(SETTINGS).filter((name) => !KNOWN_BY_PGBOUNCER.has(name))
    await changed(
      Object.entries(SETTINGS).map(([name, value]) =>
        name === 'search_path' ? `${name} = ${value}` : `${name} = '${value}'`,
      ),
    )
    const open = await pgbouncer(url, `pool_mode = transaction`)
    await expect(open()).rejects.toThrow(/sin PgBouncer .*\(unsupported startup parameter: /)
    const openIgnoring = await pgbouncer(
      url,
      `pool_mode = transaction\nignore_startup_parameters = ${ignored}`,
    )
    await expect(openIgnoring()).rejects.toThrow(/sus conexiones comparten una sesión\.$/)
  })
})

/** Starts PgBouncer until the test ends. Returns a function that opens the database through it. */
async function pgbouncer(url: URL, settings: string) {
  const folder = makeTemporaryFolder()
  chmodSync(folder, 0o755) // PgBouncer refuses to run as root
  const port = await freePort()
  const [users, ini] = [join(folder, 'users'), join(folder, 'pgbouncer.ini')]
  writeFileSync(users, `"${url.username}" "${url.password}"`)
  writeFileSync(
    ini,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
${settings}`,
  )
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const program = spawn(PGBOUNCER ?? '', [ini], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void program.kill())
  for await (const line of createInterface(program.stderr)) if (/process up/.test(line)) break
  program.stderr.resume()
  const databaseUrl = String(Object.assign(new URL(url), { port: String(port) }))
  return () => openDatabase({ databaseUrl, dataDir: folder })
}
