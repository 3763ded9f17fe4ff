import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Database } from '../data/database.ts'
import { type EngineSession, quoted } from '../data/engine.ts'
import {
  type Applied,
  applyMigrations,
  type Migration,
  readMigrations,
  takeMigrationLock,
} from '../data/migrate.ts'
import { type Manifest, type SavedTable, tableFile } from './manifest.ts'
import { hasHistory, type Receipt, receiptsIn } from './save-tables.ts'
import { allRows, backupTables, PLAIN_TEXT } from './tables.ts'

interface Options {
  from: string
  manifest: Pick<Manifest, 'migrations' | 'tables'>
  replace: boolean
  placeReceipts(receipts: readonly Receipt[]): Promise<void> // runs before the commit
}

/**
 * Restores the rows in one transaction: the backup's own migrations create the tables, which are loaded, compared byte
 * by byte, and migrated. A new epoch makes every replica start again with its outbox (S5, S10). Throws AppError:
 * 'conflict' when the database is not empty or in use; 'invalid-input' for a damaged backup or one of a newer program.
 */
export async function restoreTables(database: Database, options: Options): Promise<void> {
  const { manifest, from } = options
  const migrations = await readMigrations()
  const before = manifest.migrations.length
  assertKnown(manifest.migrations, migrations)
  for (const table of manifest.tables) await assertWhole(from, table)

  await database.inBulk(async (session) => {
    await takeMigrationLock(session)
    await session.execute(PLAIN_TEXT)
    await assertNoServer(session)
    const left = await clear(session, options.replace)

    await applyMigrations(session, migrations.slice(0, before))
    await assertSameTables(session, manifest.tables)
    const names = manifest.tables.map(({ name }) => quoted(name))
    // Triggers would count what the totals already hold, and write into the feed, which starts empty.
    for (const table of names) await session.execute(`alter table ${table} disable trigger user`)
    for (const table of manifest.tables) await load(session, from, table)
    for (const table of names) await session.execute(`alter table ${table} enable trigger user`)
    for (const table of names) await session.execute(`analyze ${table}`)
    await assertEqual(session, manifest.tables)

    await options.placeReceipts(await receiptsIn(session))

    await applyMigrations(session, migrations.slice(before))
    await markForDeletion(session, left)
    await session.execute('select renew_epoch()')
  })
}

function assertKnown(applied: readonly Applied[], known: readonly Migration[]): void {
  applied.forEach(({ file, checksum }, index) => {
    const migration = known[index]
    if (migration?.file === file && migration.checksum === checksum) return
    throw new AppError(
      'invalid-input',
      `La copia es de otra versión de Entre Todos: tiene la migración ${file}. Restáurala con esa versión o una más nueva.`,
    )
  })
}

/** Rejects a restore while a server is connected: its acknowledged writes would be lost. */
async function assertNoServer(session: EngineSession): Promise<void> {
  const others = await session.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'entre-todos'
       and pid <> pg_backend_pid()`,
  )
  if (others.length === 0) return
  throw new AppError(
    'conflict',
    'Hay un servidor de Entre Todos conectado a esa base de datos. Detenlo antes de restaurar.',
  )
}

async function clear(session: EngineSession, replace: boolean): Promise<string[]> {
  const objects = await session.query<{ drop: string }>(OBJECTS)
  if (objects.length === 0) return []
  if (!(await hasHistory(session))) {
    throw new AppError('conflict', 'Esa base de datos tiene tablas de otro programa: elige otra.')
  }
  const people = await session.query('select from users limit 1')
  if (people.length > 0 && !replace) {
    throw new AppError(
      'conflict',
      'Ahí ya hay datos. Elige un lugar vacío, o bórralos al restaurar con --replace.',
    )
  }
  const files = await session.query<{ path: string }>(
    'select path from receipts union select path from doomed_files',
  )
  await session.execute(objects.map(({ drop }) => drop).join(';'))
  return files.map(({ path }) => path)
}

const OBJECTS = `
  select format('drop %s if exists %I cascade',
                case c.relkind when 'v' then 'view' else 'table' end, c.relname) as "drop"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  select format('drop function if exists %s cascade', p.oid::regprocedure)
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

async function assertSameTables(
  session: EngineSession,
  saved: readonly SavedTable[],
): Promise<void> {
  const made = await backupTables(session)
  const columnsOf = (tables: readonly Pick<SavedTable, 'name' | 'columns'>[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, ...columns]))
  if (columnsOf(made) !== columnsOf(saved)) throw damaged('manifest.json')
}

async function assertWhole(from: string, table: SavedTable): Promise<void> {
  const file = tableFile(table.name)
  const sha256 = createHash('sha256')
  try {
    for await (const block of createReadStream(join(from, file))) sha256.update(block)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? damaged(file) : error
  }
  if (sha256.digest('hex') !== table.sha256) throw damaged(file)
}

async function load(session: EngineSession, from: string, table: SavedTable): Promise<void> {
  const columns = table.columns.map(quoted).join(', ')
  const csv = createReadStream(join(from, tableFile(table.name)), 'utf8')
  await session.copyIn(`${quoted(table.name)} (${columns})`, csv)
}

async function assertEqual(session: EngineSession, saved: readonly SavedTable[]): Promise<void> {
  const wanted = new Map(saved.map(({ name, sha256 }) => [name, sha256]))
  for (const table of await backupTables(session)) {
    const sha256 = createHash('sha256')
    for await (const block of session.readCsv(allRows(table))) sha256.update(block)
    if (sha256.digest('hex') !== wanted.get(table.name)) {
      throw new Error(`Table ${table.name} is not what the backup says`)
    }
  }
}

async function markForDeletion(session: EngineSession, paths: readonly string[]): Promise<void> {
  await session.query(
    `insert into doomed_files (path)
     select unnest($1::text[])
     except select path from receipts
     on conflict do nothing`,
    [paths],
  )
}

export function damaged(file: string): AppError {
  return new AppError('invalid-input', `La copia está dañada: ${file} no es lo que era.`)
}
