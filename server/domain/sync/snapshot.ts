import {
  joinCursors,
  type SnapshotFormat,
  SYNCED_TABLES,
  type SyncedTable,
} from '../../../shared/sync.ts'
import { SECOND } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'
import { tooManyAttempts } from '../limits.ts'
import { currentCursor, currentPosition, type FeedPosition } from './changes.ts'

/** Of one table: the downloads of four devices with 100,000 contributions each. */
const MOST_HELD = 128 * 1024 * 1024 // bytes
const RETRY_AFTER = 30 * SECOND
const CHUNK = 256 * 1024 // bytes

/**
 * Returns a function like `snapshotOf` that streams the rows. They are in memory until the client has read them, and a
 * client may be slow: while one person's downloads of a table hold `mostHeld` bytes, it throws
 * AppError('too-many-requests'). A replica downloads each table once, so its own downloads never refuse it.
 */
export function createSnapshots(database: Database, mostHeld = MOST_HELD) {
  const held = new Map<string, number>() // bytes by person and table

  function requireSpace(key: string): void {
    if ((held.get(key) ?? 0) >= mostHeld) throw tooManyAttempts(RETRY_AFTER)
  }

  function hold(key: string, bytes: number): void {
    const total = (held.get(key) ?? 0) + bytes
    if (total > 0) held.set(key, total)
    else held.delete(key)
  }

  /** Counts from the first read until the last one, or until the client disconnects. Some responses are never read. */
  function streamOf(rows: Blob, key: string): ReadableStream<Uint8Array> {
    let at = 0
    let counted = 0
    function count(bytes: number): void {
      hold(key, bytes - counted)
      counted = bytes
    }
    return new ReadableStream<Uint8Array>(
      {
        async pull(stream) {
          count(rows.size)
          // Not `rows.stream()`, whose only chunk is the whole table.
          const chunk = await rows.slice(at, at + CHUNK).arrayBuffer()
          at += CHUNK
          if (chunk.byteLength > 0) return stream.enqueue(new Uint8Array(chunk))
          count(0)
          stream.close()
        },
        cancel: () => count(0),
      },
      { highWaterMark: 0 },
    )
  }

  return async (
    personId: string,
    table: SyncedTable,
    format: SnapshotFormat,
    columns?: readonly string[],
  ) => {
    const key = `${personId} ${table}`
    requireSpace(key)
    const { rows, ...position } = await snapshotOf(database, personId, table, format, columns)
    requireSpace(key) // other downloads may have begun meanwhile
    return { ...position, rows: streamOf(rows, key) }
  }
}

/**
 * Returns the rows of a table that the person may see, by default with the columns of SYNCED_TABLES, to fill a replica
 * (S5). The cursor is read first, so that changes made meanwhile are sent again (S4). It is joined with the cursor
 * after them: the rows may contain these changes, and a server that is restored to the moment before must not continue
 * from them (S10).
 */
export async function snapshotOf(
  database: Database,
  personId: string,
  table: SyncedTable,
  format: SnapshotFormat,
  columns: readonly string[] = SYNCED_TABLES[table],
): Promise<FeedPosition & { rows: Blob }> {
  const { epoch, cursor } = await currentPosition(database, personId)
  const query = `select ${columns.join(', ')} from ${table}`
  const rows = await database.copyOut(personId, query, COPY_FORMATS[format])
  const after = await currentCursor(database, personId)
  return { epoch, cursor: joinCursors([cursor, after]), rows }
}

const COPY_FORMATS = { csv: ',', binary: 'binary' } as const
