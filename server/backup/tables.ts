import { type EngineSession, quoted } from '../data/engine.ts'

export interface BackupTable {
  name: string
  columns: string[]
  key: string[]
}

/* A restore starts these empty. The senders of unfinished uploads still hold all their bytes (R3). */
const EXCLUDED_TABLES = ['migrations', 'feed', 'sync_state', 'uploads', 'upload_locks']

/** Returns the tables of a backup, parents first. Read from the catalogue, so that no new table is forgotten. */
export async function backupTables(session: EngineSession): Promise<BackupTable[]> {
  const rows = await session.query<BackupTable & { parents: string[] }>(
    `select c.relname as "name",
            (select jsonb_agg(a.attname order by a.attnum)
             from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0
               and not a.attisdropped and a.attgenerated = '') as "columns",
            (select coalesce(jsonb_agg(a.attname order by a.attnum), '[]')
             from pg_index i
             join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
             where i.indrelid = c.oid and i.indisprimary) as "key",
            (select coalesce(jsonb_agg(distinct p.relname), '[]')
             from pg_constraint k join pg_class p on p.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "parents"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not c.relname = any($1::text[])
     order by c.relname`,
    [EXCLUDED_TABLES],
  )

  const ordered: BackupTable[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ parents }) => !parents.some((parent) => waiting.has(parent)),
    )
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...waiting.keys()]}`)
    for (const { name, columns, key } of free) {
      if (key.length === 0) throw new Error(`Table ${name} has no primary key`)
      ordered.push({ name, columns, key })
      waiting.delete(name)
    }
  }
  return ordered
}

/** The order of the rows is the same on every server. */
export function allRows({ name, columns, key }: BackupTable): string {
  const order = key.map((column) => `${quoted(column)}::text collate "C"`)
  return `select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order.join(', ')}`
}

/** Settings with which every server formats a value alike. */
export const PLAIN_TEXT = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex'`
