import type { MutationOutcome } from '../../../shared/named-mutation.ts'
import type { Transaction } from '../../../shared/sql.ts'
import {
  type Batch,
  COPIED_TABLE_NAMES,
  COPIED_TABLES,
  type CopiedRow,
  type CopiedTable,
  type Restart,
  SYNC_PROTOCOL,
  type TableChanges,
} from '../../../shared/sync.ts'
import type { Database } from '../../data/database.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'

/** More changed rows than this are copied faster than followed. */
const MOST_LINES = 20_000

/**
 * What changed for this person since the cursor (S3, S4): rows, absences, outcomes and the next cursor
 * from one REPEATABLE READ transaction, under the person's policies. Null when nothing did.
 */
export function changesSince(
  database: Database,
  personId: string,
  cursorText: string | undefined,
): Promise<Batch | Restart | null> {
  return inOneSnapshot(database, personId, async (tx, now) => {
    const cursor = cursorText === undefined ? null : readCursor(cursorText)
    const restart = reasonToRestart(cursor, now, personId)
    if (cursor === null || restart) return { restart: restart ?? 'no-cursor' }
    if (await hasLostLines(tx, cursor.snapshot)) return { restart: 'too-old' }

    const lines = await linesSince(tx, personId, cursor.snapshot)
    if (lines.length > MOST_LINES) return { restart: 'too-old' }
    if (lines.length === 0) return null
    const idsOf = (table: string) =>
      lines.filter((line) => line.table === table).map((line) => line.id)

    const tables: Batch['tables'] = {}
    for (const table of COPIED_TABLE_NAMES) {
      const ids = idsOf(table)
      if (ids.length > 0) tables[table] = await changesOf(tx, table, ids)
    }
    return { cursor: now.cursor, tables, outcomes: await outcomesOf(tx, idsOf('mutations')) }
  })
}

/** The cursor of this moment, for a copy that is about to be filled (S5). */
export async function currentCursor(database: Database, personId: string): Promise<string> {
  return (await currentMoment(database, personId)).cursor
}

/** The same with its epoch. */
export function currentMoment(database: Database, personId: string): Promise<Moment> {
  return inOneSnapshot(database, personId, async (_tx, now) => now)
}

export interface Moment {
  epoch: string
  cursor: string
}

function inOneSnapshot<T>(
  database: Database,
  personId: string,
  work: (tx: Transaction, now: Moment) => Promise<T>,
): Promise<T> {
  return database.asMember(personId, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const [state] = await tx.query<{ epoch: string; snapshot: string }>(
      'select s.epoch, pg_current_snapshot()::text as "snapshot" from sync_state s',
    )
    if (!state) throw new Error('sync_state has no row')
    const { epoch, snapshot } = state
    return work(tx, { epoch, cursor: writeCursor({ epoch, person: personId, snapshot }) })
  })
}

function reasonToRestart(
  cursor: Cursor | null,
  now: Moment,
  personId: string,
): Restart['restart'] | null {
  if (cursor === null) return 'no-cursor'
  if (cursor.protocol !== SYNC_PROTOCOL) return 'other-protocol'
  if (cursor.person !== personId) return 'other-person'
  if (cursor.epoch !== now.epoch) return 'other-epoch'
  return null
}

/** Whether a line was trimmed that the snapshot may not have seen (S5). */
async function hasLostLines(tx: Transaction, snapshot: string): Promise<boolean> {
  const lost = await tx.query(
    'select from sync_state where pg_snapshot_xmin($1::text::pg_snapshot) <= trimmed_xid',
    [snapshot],
  )
  return lost.length > 0
}

/** The feed lines of this person that the snapshot does not see, each row once. By (person_id, xid). */
function linesSince(
  tx: Transaction,
  personId: string,
  snapshot: string,
): Promise<{ table: string; id: string }[]> {
  return tx.query(
    `select distinct f.table_name as "table", f.row_id as "id"
     from feed f
     where f.person_id = $1
       and f.xid >= pg_snapshot_xmin($2::text::pg_snapshot)
       and not pg_visible_in_snapshot(f.xid, $2::text::pg_snapshot)
     limit ${MOST_LINES + 1}`,
    [personId, snapshot],
  )
}

async function changesOf(
  tx: Transaction,
  table: CopiedTable,
  ids: string[],
): Promise<TableChanges> {
  const found = await tx.query<{ row: CopiedRow }>(
    `select to_jsonb(r) as "row"
     from (select ${COPIED_TABLES[table].join(', ')} from ${table} where id = any($1::uuid[])) r`,
    [ids],
  )
  const rows = found.map(({ row }) => row)
  const there = new Set(rows.map(({ id }) => id))
  return { rows, gone: ids.filter((id) => !there.has(id)) }
}

async function outcomesOf(tx: Transaction, ids: string[]): Promise<MutationOutcome[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ id: string; outcome: Record<string, unknown> }>(
    'select m.id, m.outcome from mutations m where m.id = any($1::uuid[])',
    [ids],
  )
  return rows.map(({ id, outcome }) => ({ ...outcome, id }) as MutationOutcome)
}
