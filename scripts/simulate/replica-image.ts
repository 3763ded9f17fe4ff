import type { PGlite } from '@electric-sql/pglite'
import { COPIED_TABLE_NAMES } from '../../shared/sync.ts'
import { LOCAL_TABLES } from '../../web/replica/copy-indexes.ts'

/** All rows of a replica, as JSON for each table. */
export type ReplicaImage = { table: string; rows: string }[]

export const FILLED_TABLES = [...COPIED_TABLE_NAMES, ...LOCAL_TABLES]

const READ = [...FILLED_TABLES, 'replica_state']
  .map(
    (table) =>
      `select '${table}' as "table", coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as "rows" from ${table} t`,
  )
  .join(' union all ')

// A truncate makes new files, which takes ten times as long.
const EMPTY = `
  set local session_replication_role = replica;
  ${FILLED_TABLES.map((table) => `delete from ${table}`).join(';')}`

export async function readImage(engine: PGlite): Promise<ReplicaImage> {
  return (await engine.query<ReplicaImage[number]>(READ)).rows
}

export async function writeImage(engine: PGlite, image: ReplicaImage): Promise<void> {
  await engine.transaction(async (tx) => {
    await tx.exec(`${EMPTY}; delete from replica_state`)
    for (const { table, rows } of image) {
      if (rows === '[]') continue
      await tx.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [rows],
      )
    }
  })
}

/** Leaves the replica as if it had never been filled. */
export async function emptyReplica(engine: PGlite): Promise<void> {
  await engine.exec(`begin; ${EMPTY}; update replica_state set cursor = null; commit`)
}
