import { type SnapshotFormat, SYNCED_TABLES, type SyncedTable } from '../../../shared/sync.ts'
import type { Database } from '../../data/database.ts'
import { currentMoment, type Moment } from './changes.ts'

/**
 * Returns a whole table, with its columns in the order of SYNCED_TABLES (S5). The cursor is read first, so the changes
 * made meanwhile are sent again (S4).
 */
export async function snapshotOf(
  database: Database,
  personId: string,
  table: SyncedTable,
  format: SnapshotFormat,
): Promise<Moment & { rows: Blob }> {
  const moment = await currentMoment(database, personId)
  const query = `select ${SYNCED_TABLES[table].join(', ')} from ${table}`
  return { ...moment, rows: await database.copyOut(personId, query, COPY_FORMATS[format]) }
}

const COPY_FORMATS = { csv: ',', binary: 'binary' } as const
