import {
  joinCursors,
  type SnapshotFormat,
  SYNCED_TABLES,
  type SyncedTable,
} from '../../../shared/sync.ts'
import type { Database } from '../../data/database.ts'
import { currentCursor, currentMoment, type Moment } from './changes.ts'

/**
 * Returns a whole table, with its columns in the order of SYNCED_TABLES (S5). The cursor's position is read first, so the
 * changes made meanwhile are sent again (S4). It names the moment after them, too, because the rows have some of those
 * changes, and a server that is restored to the moment before does not (S10).
 */
export async function snapshotOf(
  database: Database,
  personId: string,
  table: SyncedTable,
  format: SnapshotFormat,
): Promise<Moment & { rows: Blob }> {
  const { epoch, cursor } = await currentMoment(database, personId)
  const query = `select ${SYNCED_TABLES[table].join(', ')} from ${table}`
  const rows = await database.copyOut(personId, query, COPY_FORMATS[format])
  const after = await currentCursor(database, personId)
  return { epoch, cursor: joinCursors([cursor, after]), rows }
}

const COPY_FORMATS = { csv: ',', binary: 'binary' } as const
