import { AppError } from '../../shared/errors.ts'
import { DatabaseError } from './database-error.ts'
import type { Engine } from './engine.ts'
import { openPostgres, SETTINGS } from './postgres.ts'

const OLDEST_POSTGRES = 16
const PROTOCOL_VIOLATION = '08P01' // PgBouncer's error for a setting that it does not know

const DIRECT =
  'DATABASE_URL debe dar con el servidor de PostgreSQL mismo, sin PgBouncer u otro intermediario'

/** Throws AppError('unavailable') for a server on which Entre Todos would fail later, or lose data without an error. */
export async function requirePostgres(engine: Engine, url: string): Promise<void> {
  await requireVersion(engine).catch((error) => {
    if (!(error instanceof DatabaseError && error.code === PROTOCOL_VIOLATION)) throw error
    throw refusal(`${DIRECT} (${error.message}).`)
  })
  await requireEncoding(engine)
  await requireSettings(engine)
  await requireOwnSession(engine, url)
}

/** On an older PostgreSQL a migration would fail without saying why. */
export async function requireVersion(engine: Pick<Engine, 'query'>): Promise<void> {
  const [row] = await engine.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const version = row?.version ?? ''
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return
  throw refusal(
    `Hace falta PostgreSQL ${OLDEST_POSTGRES} o más nuevo; el de DATABASE_URL es ${version}.`,
  )
}

/** Another encoding has no place for most names' letters and emoji. */
async function requireEncoding(engine: Engine): Promise<void> {
  const [row] = await engine.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  )
  if (row?.encoding === 'UTF8') return
  throw refusal(
    `La base de datos de DATABASE_URL está en ${row?.encoding}: hace falta una en UTF8 (create database … encoding 'UTF8' template template0).`,
  )
}

/** A parameter in DATABASE_URL overrides ours, and a pool of connections may ignore them. */
async function requireSettings(engine: Engine): Promise<void> {
  const settings = await engine.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1::text[])',
    [Object.keys(SETTINGS)],
  )
  const wanted = new Map(Object.entries(SETTINGS).map(([name, value]) => [name, String(value)]))
  const others = settings.filter(({ name, setting }) => setting !== wanted.get(name))
  if (others.length === 0) return
  const names = others.map(({ name }) => name).join(', ')
  throw refusal(`${DIRECT}, y sin parámetros que cambien sus ajustes (${names}).`)
}

/** PgBouncer in transaction mode lends the same session to one connection after the other. */
async function requireOwnSession(engine: Engine, url: string): Promise<void> {
  const other = openPostgres(url)
  try {
    if ((await sessionOf(engine)) !== (await sessionOf(other))) return
  } finally {
    await other.close()
  }
  throw refusal(`${DIRECT}: sus conexiones comparten una sesión.`)
}

async function sessionOf(engine: Engine): Promise<number | undefined> {
  const [row] = await engine.query<{ id: number }>('select pg_backend_pid() as id')
  return row?.id
}

function refusal(sentence: string): AppError {
  return new AppError('unavailable', sentence)
}
