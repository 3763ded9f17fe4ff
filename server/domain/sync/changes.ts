import type { MutationOutcome } from '../../../shared/named-mutation.ts'
import type { Sql, Transaction } from '../../../shared/sql.ts'
import {
  type Batch,
  type Restart,
  SYNC_PROTOCOL,
  SYNCED_TABLE_NAMES,
  SYNCED_TABLES,
  type SyncedRow,
  type SyncedTable,
  type TableChanges,
} from '../../../shared/sync.ts'
import type { Database } from '../../data/database.ts'
import { type Cursor, readCursors, writeCursor } from './cursor.ts'

const MOST_LINES = 20_000 // beyond this number of changed rows a new fill is faster

/**
 * Returns the person's changes since the cursor (S3, S4), or null when there are none. One REPEATABLE READ transaction
 * reads them under the row policies of that person.
 */
export async function changesSince(
  database: Database,
  personId: string,
  cursorText: string | undefined,
): Promise<Batch | Restart | null> {
  const cursors = cursorText === undefined ? null : readCursors(cursorText)
  if (cursors === null) return { restart: 'no-cursor' }
  if (cursors.some((it) => it.protocol !== SYNC_PROTOCOL)) return { restart: 'other-protocol' }
  if (cursors.some((it) => it.person !== personId)) return { restart: 'other-person' }

  return database.inSnapshotAsMember(personId, async (tx) => {
    const { epoch, snapshot, mark, isOfOtherHistory, isTrimmed, lines } = await feedSince(
      tx,
      personId,
      cursors,
    )
    if (cursors.some((it) => it.epoch !== epoch)) return { restart: 'other-epoch' }
    if (isTrimmed || lines.length > MOST_LINES) return { restart: 'too-old' }
    if (isOfOtherHistory) return { restart: 'other-epoch' }
    if (lines.length === 0) return null
    const idsOf = (table: string) =>
      lines.filter((line) => line.table === table).map((line) => line.id)

    const tables: Batch['tables'] = {}
    for (const table of SYNCED_TABLE_NAMES) {
      const ids = idsOf(table)
      if (ids.length > 0) tables[table] = await changesOf(tx, table, ids)
    }
    return {
      cursor: writeCursor({ epoch, person: personId, snapshot, mark }),
      tables,
      outcomes: await outcomesOf(tx, idsOf('mutations')),
    }
  })
}

export interface FeedPosition {
  epoch: string
  cursor: string
}

/** Returns the current position in the person's feed, for a fill (S5). */
export async function currentPosition(database: Database, personId: string): Promise<FeedPosition> {
  const [state] = await database.query<Omit<Cursor, 'protocol' | 'person'>>(
    'select s.epoch, m.snapshot, m.mark from sync_state s, feed_moment() m',
  )
  if (!state) throw new Error('sync_state has no row')
  return { epoch: state.epoch, cursor: writeCursor({ ...state, person: personId }) }
}

export async function currentCursor(database: Database, personId: string): Promise<string> {
  return (await currentPosition(database, personId)).cursor
}

/** Returns whether this database's history contains the cursor; a restored one may lack it (S5). */
export async function hasSeen(sql: Sql, cursorText: string): Promise<boolean> {
  const cursors = readCursors(cursorText)
  if (cursors === null) return false
  const [state] = await sql.query<{ epoch: string; isOfOtherHistory: boolean }>(
    `select epoch, ${otherHistorySql('$1', '$2')} as "isOfOtherHistory" from sync_state`,
    marksOf(cursors),
  )
  return state?.isOfOtherHistory === false && cursors.every((it) => it.epoch === state.epoch)
}

/**
 * Returns the SQL condition that the feed lacks what one of the cursors saw: a restored database (S5). `marks`,
 * `snapshots`: placeholders of the parameters that marksOf returns.
 */
const otherHistorySql = (marks: string, snapshots: string) =>
  `exists (
     select from unnest(${marks}::text[], ${snapshots}::text[]) as seen (mark, snapshot)
     where not feed_has(mark, snapshot)
   )`

/**
 * Returns the parameters of otherHistorySql. Cursors of an empty feed are left out: they saw nothing that could be
 * missing.
 */
function marksOf(cursors: readonly Cursor[]): [marks: string[], snapshots: string[]] {
  const seen = cursors.flatMap(({ mark, snapshot }) => (mark === null ? [] : { mark, snapshot }))
  return [seen.map(({ mark }) => mark), seen.map(({ snapshot }) => snapshot)]
}

/** The person's part of the feed after a cursor, and the position that it reaches. */
interface FeedPart {
  epoch: string
  snapshot: string
  mark: string | null
  isOfOtherHistory: boolean
  /** True when a line was trimmed that the cursor may not have seen (S5). */
  isTrimmed: boolean
  /** The person's feed lines that the cursor does not see, each row once, at most MOST_LINES + 1. */
  lines: { table: string; id: string }[]
}

/**
 * Reads the person's part of the feed (S3). One statement, because it runs for each stream at each change. Uses the
 * index on (person_id, xid).
 */
async function feedSince(
  tx: Transaction,
  personId: string,
  cursors: readonly [Cursor, ...Cursor[]],
): Promise<FeedPart> {
  const [{ snapshot }] = cursors
  const [part] = await tx.query<FeedPart>(
    `select s.epoch, m.snapshot, m.mark,
            ${otherHistorySql('$3', '$4')} as "isOfOtherHistory",
            pg_snapshot_xmin($2::text::pg_snapshot) <= s.trimmed_xid as "isTrimmed",
            coalesce(
              (select jsonb_agg(line)
               from (
                 select distinct f.table_name as "table", f.row_id as "id"
                 from feed f
                 where f.person_id = $1
                   and f.xid >= pg_snapshot_xmin($2::text::pg_snapshot)
                   and not pg_visible_in_snapshot(f.xid, $2::text::pg_snapshot)
                 limit ${MOST_LINES + 1}
               ) line),
              '[]'
            ) as "lines"
     from sync_state s, feed_moment() m`,
    [personId, snapshot, ...marksOf(cursors)],
  )
  if (!part) throw new Error('sync_state has no row')
  return part
}

/** Returns the current rows of these ids, and the ids that have no row any more (S4). */
async function changesOf(
  tx: Transaction,
  table: SyncedTable,
  ids: string[],
): Promise<TableChanges> {
  const found = await tx.query<{ row: SyncedRow }>(
    `select to_jsonb(r) as "row"
     from (select ${SYNCED_TABLES[table].join(', ')} from ${table} where id = any($1::uuid[])) r`,
    [ids],
  )
  const rows = found.map(({ row }) => row)
  const present = new Set(rows.map(({ id }) => id))
  return { rows, gone: ids.filter((id) => !present.has(id)) }
}

/** Returns the stored outcomes of these mutations (S8). */
async function outcomesOf(tx: Transaction, ids: string[]): Promise<MutationOutcome[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ id: string; outcome: Record<string, unknown> }>(
    'select m.id, m.outcome from mutations m where m.id = any($1::uuid[])',
    [ids],
  )
  return rows.map(({ id, outcome }) => ({ ...outcome, id }) as MutationOutcome)
}
