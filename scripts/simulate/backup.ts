import type { Database } from '../../server/data/database.ts'
import type { Transaction } from '../../shared/sql.ts'

/** A backup of a simulated run, made by SQL instead of server/backup: some people's rows, and the state of the feed. */
export interface Backup {
  /** `rows`: a JSON array. */
  tables: { table: string; rows: string }[]
  feed: object
}

/** In the order of foreign keys, each with the column of its owner. */
const TABLES = [
  ['users', 'id'],
  ['collections', 'creator_id'],
  ['contributions', 'organiser_id'],
  ['statement_matches', 'organiser_id'],
  ['statement_keys', 'id'],
  ['people', 'organiser_id'],
  ['mutations', 'person_id'],
  ['feed', 'person_id'],
] as const

export function makeBackup(database: Database, people: readonly string[]): Promise<Backup> {
  return database.transaction(async (tx) => {
    const tables: Backup['tables'] = []
    for (const [table, owner] of TABLES) {
      const [all] = await tx.query<{ rows: string }>(
        `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as "rows"
         from ${table} t where t.${owner} = any($1::uuid[])`,
        [people],
      )
      tables.push({ table, rows: all?.rows ?? '[]' })
    }
    const [state] = await tx.query<{ feed: object }>(
      'select to_jsonb(s) as "feed" from sync_state s',
    )
    return { tables, feed: state?.feed ?? {} }
  })
}

/**
 * Restores a backup. `command`: like `npm run restore`, with a new epoch and without the feed; `folder`: like copying
 * the data folder back, with the feed and the old epoch. Returns the ids of the mutations that are lost.
 */
export function restoreBackup(
  database: Database,
  people: readonly string[],
  backup: Backup,
  by: 'command' | 'folder',
): Promise<string[]> {
  return database.transaction(async (tx) => {
    const before = await mutationsOf(tx, people)
    await tx.query(`select set_config('session_replication_role', 'replica', true)`)
    for (const [table, owner] of TABLES.toReversed()) {
      await tx.query(`delete from ${table} where ${owner} = any($1::uuid[])`, [people])
    }
    for (const { table, rows } of backup.tables) {
      if (table === 'feed' && by === 'command') continue
      await tx.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [rows],
      )
    }
    if (by === 'command') await tx.query('select renew_epoch()')
    else {
      await tx.query(
        `update sync_state s
         set epoch = b.epoch, trimmed_xid = b.trimmed_xid, trimmed_at = b.trimmed_at
         from jsonb_populate_record(null::sync_state, $1::text::jsonb) b`,
        [JSON.stringify(backup.feed)],
      )
    }
    const after = new Set(await mutationsOf(tx, people))
    return before.filter((id) => !after.has(id))
  })
}

async function mutationsOf(tx: Transaction, people: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from mutations where person_id = any($1::uuid[])',
    [people],
  )
  return rows.map(({ id }) => id)
}
