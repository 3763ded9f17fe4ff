import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors.ts'
import { DatabaseError } from './database-error.ts'
import { type Engine, type EngineSession, NO_TRANSACTION_TIMEOUT } from './engine.ts'
import { sha256Of } from './sha256.ts'

const OWN_MIGRATIONS = fileURLToPath(new URL('../../migrations/server', import.meta.url))

/** Applies missing migrations, also concurrently. Throws AppError('unavailable') for changed files, newer databases. */
export async function migrate(engine: Engine, folder = OWN_MIGRATIONS): Promise<void> {
  const migrations = await readMigrations(folder)
  const applied = await engine.begin(async (session) => {
    await takeMigrationLock(session)
    await createHistory(session)
    const history = await readHistory(session)
    assertSameHistory(migrations, history)
    return history.length
  })
  // Another process may apply one of these meanwhile.
  for (const migration of migrations.slice(applied)) {
    await engine.begin(async (session) => {
      await takeMigrationLock(session)
      const history = await readHistory(session)
      if (!history.some(({ file }) => file === migration.file)) await apply(session, migration)
    })
  }
}

export async function applyMigrations(
  session: EngineSession,
  migrations: readonly Migration[],
): Promise<void> {
  await createHistory(session)
  for (const migration of migrations) await apply(session, migration)
}

export interface Migration {
  file: string
  checksum: string
  script: string
}

export async function readMigrations(folder = OWN_MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      if (!/^\d{4}_.+$/.test(name) || Number.parseInt(name, 10) !== index + 1) {
        throw new Error(`Migrations are 0001_name.sql, 0002_name.sql, … without gaps: ${name}`)
      }
      // Line endings differ between checkouts and must not change the checksum.
      const script = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = sha256Of(script)
      return { file: name.slice(0, -'.sql'.length), checksum, script }
    }),
  )
}

const HISTORY = `
  create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`

function createHistory(session: EngineSession): Promise<void> {
  return explained(session.execute(HISTORY), 'No se puede crear la base de datos')
}

export type Applied = Pick<Migration, 'file' | 'checksum'>

export async function readHistory(session: EngineSession): Promise<Applied[]> {
  return session.query<Applied>(
    `select to_char(number, 'FM0000') || '_' || name as file, checksum from migrations order by number`,
  )
}

/** Migrations and restores share this lock until the transaction ends. The number is arbitrary. */
export async function takeMigrationLock(session: EngineSession): Promise<void> {
  await session.execute(`
    set local lock_timeout = 0;
    set local statement_timeout = 0;
    ${NO_TRANSACTION_TIMEOUT};
    select pg_advisory_xact_lock(7236837)`)
}

function assertSameHistory(migrations: Migration[], history: Applied[]): void {
  history.forEach(({ file, checksum }, index) => {
    const migration = migrations[index]
    if (migration?.file !== file) {
      throw new AppError(
        'unavailable',
        `La base de datos es de una versión más nueva de Entre Todos: tiene la migración ${file}. Actualiza el programa.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new AppError(
        'unavailable',
        `La migración ${file} cambió después de aplicarse a esta base de datos. Restaura el archivo original.`,
      )
    }
  })
}

async function apply(session: EngineSession, { file, checksum, script }: Migration): Promise<void> {
  await explained(session.execute(script), `La migración ${file} falló`)
  await session.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
    Number.parseInt(file, 10),
    file.slice('0000_'.length),
    checksum,
  ])
}

async function explained(done: Promise<void>, what: string): Promise<void> {
  await done.catch((error) => {
    const reason = error instanceof Error ? error.message : error
    const cure = error instanceof DatabaseError ? CURES[error.code] : undefined
    throw new AppError('unavailable', `${what}: ${reason}${cure ? `. ${cure}` : ''}`)
  })
}

/** By SQLSTATE: insufficient privilege, and a standby or another database that accepts no writes. */
const CURES: Record<string, string> = {
  '42501':
    'El usuario de DATABASE_URL debe poder crear tablas en el esquema public y roles (CREATEROLE); si ya hay un rol member, debe ser parte de él.',
  '25006': 'DATABASE_URL debe dar con el servidor principal, no con una réplica de solo lectura.',
}
