import * as z from 'zod/mini'
import type { Sql, SqlValue } from './sql.ts'

export type Direction = 'asc' | 'desc'

export interface PageOf<Row> {
  rows: Row[]
  total: number
}

/** `search` matches a folded substring; pages start at 1. */
export const pageArgs = {
  search: z._default(z.string().check(z.maxLength(200)), ''),
  direction: z._default(z.enum(['asc', 'desc']), 'asc'),
  page: z._default(z.int().check(z.gte(1), z.lte(10_000_000)), 1),
}

/** Returns a LIKE pattern that finds `folded` anywhere and takes `%`, `_` and `\` literally. */
export function contains(folded: string): string {
  return `%${startsWith(folded)}`
}

/** Returns a LIKE pattern that finds texts that begin with `folded`. */
export function startsWith(folded: string): string {
  return `${folded.replace(/[\\%_]/g, '\\$&')}%`
}

/** Returns the column `total` of the first row, or 0 without a row. */
export async function queryTotal(
  sql: Sql,
  text: string,
  params: readonly SqlValue[],
): Promise<number> {
  const [row] = await sql.query<{ total: number }>(text, params)
  return row?.total ?? 0
}
