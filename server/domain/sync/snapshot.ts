import {
  joinCursors,
  type SnapshotFormat,
  SYNCED_TABLES,
  type SyncedTable,
} from '../../../shared/sync.ts'
import type { Database } from '../../data/database.ts'
import { currentCursor, currentPosition, type FeedPosition } from './changes.ts'

/**
 * Returns the rows of a table that the person may see, with its columns in the order of SYNCED_TABLES, to fill a
 * replica (S5). The cursor is read first, so that changes made meanwhile are sent again (S4). It is joined with the
 * cursor after them: the rows may contain these changes, and a server that is restored to the moment before must not
 * continue from them (S10).
 */
export async function snapshotOf(
  database: Database,
  personId: string,
  table: SyncedTable,
  format: SnapshotFormat,
): Promise<FeedPosition & { rows: Blob }> {
  const { epoch, cursor } = await currentPosition(database, personId)
  const query = `select ${SYNCED_TABLES[table].join(', ')} from ${table}`
  const rows = await database.copyOut(personId, query, COPY_FORMATS[format])
  const after = await currentCursor(database, personId)
  return { epoch, cursor: joinCursors([cursor, after]), rows }
}

const COPY_FORMATS = { csv: ',', binary: 'binary' } as const
