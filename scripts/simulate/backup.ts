import type { Database } from '../../server/data/database.ts'
import type { Transaction } from '../../shared/sql.ts'

/** The rows of some people as they were: each table's, as JSON. */
export type Backup = { table: string; rows: string }[]

/** Parents first, with the column that says whose a row is. */
const TABLES = [
  ['users', 'id'],
  ['collections', 'creator_id'],
  ['contributions', 'organiser_id'],
  ['mutations', 'person_id'],
] as const

export function makeBackup(database: Database, people: readonly string[]): Promise<Backup> {
  return database.transaction((tx) =>
    Promise.all(
      TABLES.map(async ([table, owner]) => {
        const [all] = await tx.query<{ rows: string }>(
          `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as "rows"
           from ${table} t where t.${owner} = any($1::uuid[])`,
          [people],
        )
        return { table, rows: all?.rows ?? '[]' }
      }),
    ),
  )
}

/** As a restored cluster: everything newer is gone and the epoch is new (FACTS). Answers the mutations it forgets. */
export function restoreBackup(
  database: Database,
  people: readonly string[],
  backup: Backup,
): Promise<string[]> {
  return database.transaction(async (tx) => {
    const before = await mutationsOf(tx, people)
    await tx.query(`select set_config('session_replication_role', 'replica', true)`)
    for (const [table, owner] of TABLES.toReversed()) {
      await tx.query(`delete from ${table} where ${owner} = any($1::uuid[])`, [people])
    }
    for (const { table, rows } of backup) {
      await tx.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [rows],
      )
    }
    await tx.query('select renew_epoch()')
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
