/*
 * Writes the server's rows into the replica as they are (S1). No trigger fires, so that totals do not count
 * twice and no undo removes these rows.
 */
import {
  type Batch,
  type SnapshotFormat,
  SYNCED_TABLE_NAMES,
  SYNCED_TABLES,
  type SyncedTable,
} from '../../shared/sync.ts'
import type { EngineTransaction } from './replica-engine.ts'
import { CREATE_INDEXES, DROP_INDEXES, LOCAL_TABLES } from './replica-indexes.ts'

/** Runs `work` without triggers. Later statements of the transaction count as local changes again. */
export async function asServer(tx: EngineTransaction, work: () => Promise<void>): Promise<void> {
  await tx.exec('set local session_replication_role = replica')
  await work()
  await tx.exec('set local session_replication_role = origin')
}

/** One whole table of a fill (S5), with the columns of SYNCED_TABLES. */
export interface TableRows {
  table: SyncedTable
  rows: Blob
  format: SnapshotFormat
}

/** Replaces all rows by these tables, and rebuilds indexes and statistics (S5). */
export async function replaceRows(
  tx: EngineTransaction,
  tables: readonly TableRows[],
): Promise<void> {
  await tx.exec(`truncate ${[...SYNCED_TABLE_NAMES, ...LOCAL_TABLES].join(', ')}; ${DROP_INDEXES}`)
  for (const { table, rows, format } of tables) {
    if (rows.size === 0) continue
    const columns = SYNCED_TABLES[table].join(', ')
    await tx.query(`copy ${table} (${columns}) from '/dev/blob' (format ${format}, freeze)`, [], {
      blob: rows,
    })
  }
  await tx.exec(CREATE_INDEXES)
}

/**
 * Writes the rows as they are now and deletes those that are gone. Twice is as good as once (S4). For a row
 * with local changes it replaces the image in `undo`.
 */
export async function applyRows(tx: EngineTransaction, tables: Batch['tables']): Promise<void> {
  for (const table of SYNCED_TABLE_NAMES) {
    const { rows = [], gone = [] } = tables[table] ?? {}
    if (rows.length > 0) await tx.query(UPSERT[table], [JSON.stringify(rows)])
    if (gone.length > 0) await tx.query(`delete from ${table} where id = any($1::uuid[])`, [gone])
  }
}

const UPSERT = Object.fromEntries(
  SYNCED_TABLE_NAMES.map((table) => [table, upsertInto(table, SYNCED_TABLES[table])]),
) as Record<SyncedTable, string>

function upsertInto(table: SyncedTable, columns: readonly string[]): string {
  const list = columns.join(', ')
  const changes = columns.map((column) => `${column} = excluded.${column}`)
  return `
    with arriving as (
      select r.* from jsonb_populate_recordset(null::${table}, $1::text::jsonb) r
    ), below as (
      update undo u set before = to_jsonb(r)
      from arriving r
      where u.table_name = '${table}' and u.row_id = r.id
      returning u.row_id
    )
    insert into ${table} (${list})
    select ${list} from arriving
    where id not in (
      select b.row_id from below b join touches t on t.row_id = b.row_id and t.writes
    )
    on conflict (id) do update set ${changes.join(', ')}`
}
