import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import type { Database } from '../data/database.ts'
import { type EngineSession, NO_TRANSACTION_TIMEOUT, quoted } from '../data/engine.ts'
import { type Applied, readHistory } from '../data/migrate.ts'
import { type SavedTable, tableFile } from './manifest.ts'
import { allRows, type BackupTable, backupTables, PLAIN_TEXT } from './tables.ts'

export interface Receipt {
  path: string
  size: number
  sha256: string
}

export interface SavedRows {
  migrations: Applied[]
  tables: SavedTable[]
  receipts: Receipt[]
}

/** Writes every table of one snapshot to `folder`. Throws AppError('not-found') for a database without our tables. */
export function saveTables(database: Database, folder: string): Promise<SavedRows> {
  return database.inBulk(async (session) => {
    await session.execute('set transaction isolation level repeatable read, read only')
    await session.execute(`${NO_TRANSACTION_TIMEOUT}; ${PLAIN_TEXT}`)
    if (!(await hasHistory(session))) {
      throw new AppError('not-found', 'Ahí no hay datos de Entre Todos: no hay nada que copiar.')
    }
    const tables: SavedTable[] = []
    for (const table of await backupTables(session)) {
      tables.push(await saveTable(session, table, join(folder, tableFile(table.name))))
    }
    return { migrations: await readHistory(session), tables, receipts: await receiptsIn(session) }
  })
}

export async function hasHistory(session: EngineSession): Promise<boolean> {
  const [row] = await session.query<{ is: boolean }>(
    `select to_regclass('public.migrations') is not null as "is"`,
  )
  return row?.is === true
}

export function receiptsIn(session: EngineSession): Promise<Receipt[]> {
  return session.query<Receipt>('select path, size, sha256 from receipts order by path')
}

async function saveTable(
  session: EngineSession,
  table: BackupTable,
  path: string,
): Promise<SavedTable> {
  const [{ rows = 0 } = {}] = await session.query<{ rows: number }>(
    `select count(*) as "rows" from ${quoted(table.name)}`,
  )
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'wx', 0o600)
  try {
    const sha256 = createHash('sha256')
    let fault: { error: unknown } | undefined
    for await (const block of session.readCsv(allRows(table))) {
      // Read to the end even when it cannot be stored: a COPY without a reader holds its connection.
      if (fault) continue
      sha256.update(block)
      await file.appendFile(block).catch((error: unknown) => {
        fault = { error }
      })
    }
    if (fault) throw fault.error
    await file.sync()
    const { name, columns } = table
    return { name, columns, rows, sha256: sha256.digest('hex') }
  } finally {
    await file.close()
  }
}
