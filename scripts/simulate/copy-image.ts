import type { PGlite } from '@electric-sql/pglite'
import { COPIED_TABLE_NAMES } from '../../shared/sync.ts'
import { LOCAL_TABLES } from '../../web/replica/copy-indexes.ts'

/** A whole copy as it stood on the disk, table by table. */
export type CopyImage = { table: string; rows: string }[]

const TABLES = [...COPIED_TABLE_NAMES, ...LOCAL_TABLES, 'replica_state']

export function readImage(engine: PGlite): Promise<CopyImage> {
  return engine.transaction(async (tx) => {
    const image: CopyImage = []
    for (const table of TABLES) {
      const { rows } = await tx.query<{ all: string }>(
        `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as "all" from ${table} t`,
      )
      image.push({ table, rows: rows[0]?.all ?? '[]' })
    }
    return image
  })
}

export async function writeImage(engine: PGlite, image: CopyImage): Promise<void> {
  await engine.transaction(async (tx) => {
    await tx.exec(`set local session_replication_role = replica; truncate ${TABLES.join(', ')}`)
    for (const { table, rows } of image) {
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
    `truncate ${[...COPIED_TABLE_NAMES, ...LOCAL_TABLES].join(', ')};
     update replica_state set cursor = null`,
  )
}
