import type { PGlite } from '@electric-sql/pglite'
import { COPIED_TABLE_NAMES } from '../../shared/sync.ts'
import { LOCAL_TABLES } from '../../web/replica/copy-indexes.ts'

/** A whole copy as it stood on the disk, table by table. */
export type CopyImage = { table: string; rows: string }[]

const FILLED_TABLES = [...COPIED_TABLE_NAMES, ...LOCAL_TABLES]
const TABLES = [...FILLED_TABLES, 'replica_state']

const READ = TABLES.map(
  (table) =>
    `select '${table}' as "table", coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as "rows" from ${table} t`,
).join(' union all ')

/** Deletes, because a truncate makes new files, which takes ten times as long. */
const EMPTY = FILLED_TABLES.map((table) => `delete from ${table}`).join(';')

export async function readImage(engine: PGlite): Promise<CopyImage> {
  return (await engine.query<CopyImage[number]>(READ)).rows
}

export async function writeImage(engine: PGlite, image: CopyImage): Promise<void> {
  await engine.transaction(async (tx) => {
    await tx.exec(
      `set local session_replication_role = replica; ${EMPTY}; delete from replica_state`,
    )
    for (const { table, rows } of image) {
      if (rows === '[]') continue
      await tx.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [rows],
      )
    }
  })
}

/** Makes it one that was never filled. */
export async function emptyCopy(engine: PGlite): Promise<void> {
  await engine.exec(
    `begin; set local session_replication_role = replica; ${EMPTY};
     update replica_state set cursor = null; commit`,
  )
}
