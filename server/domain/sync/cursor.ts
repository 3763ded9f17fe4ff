import * as z from 'zod/mini'
import { CURSOR_SEPARATOR, SYNC_PROTOCOL } from '../../../shared/sync.ts'

/** A position in a person's feed (S3). Clients get it as opaque text; `joinCursors` joins several. */
export interface Cursor {
  epoch: string
  protocol: number
  person: string
  /** A `pg_snapshot` as text: the replica has the rows of every transaction that this snapshot sees. */
  snapshot: string
  /**
   * Names what the feed had at that time, as `feed_moment` writes it; null when it was empty. A database without it has
   * another history.
   */
  mark: string | null
}

const cursor = z.object({
  epoch: z.string(),
  protocol: z.number(),
  person: z.string(),
  snapshot: z.string().check(z.refine(isSnapshot)),
  mark: z._default(z.nullable(z.string().check(z.regex(/^\d{1,19} \d{1,14} \d{1,10}$/))), null),
})

/** True when Postgres can read the text as `pg_snapshot`: `xmin:xmax:` and the ids in progress, in order. */
function isSnapshot(text: string): boolean {
  if (!/^\d+:\d+:(\d+(,\d+)*)?$/.test(text)) return false
  const [xmin = 0n, xmax = 0n, ...between] = text.match(/\d+/g)?.map(BigInt) ?? []
  const inOrder = [xmin, ...between, xmax - 1n].every((x, index, all) => x >= (all[index - 1] ?? x))
  return xmin > 0n && xmax >= xmin && xmax < 2n ** 64n && (between.length === 0 || inOrder)
}

export function writeCursor(parts: Omit<Cursor, 'protocol'>): string {
  return Buffer.from(JSON.stringify({ ...parts, protocol: SYNC_PROTOCOL })).toString('base64url')
}

/** A fill joins two for each table. A body of 1 MB holds 3,000, whose look-ups take the database a second. */
const MOST_CURSORS = 50

/**
 * Reads the text of one or several joined cursors. null when one is invalid or there are too many; the replica then
 * starts again (S5).
 */
export function readCursors(text: string): [Cursor, ...Cursor[]] | null {
  const texts = text.split(CURSOR_SEPARATOR, MOST_CURSORS + 1)
  if (texts.length > MOST_CURSORS) return null
  const [first, ...others] = texts.map(readCursor)
  if (!first || !others.every((other) => other !== null)) return null
  return [first, ...others]
}

function readCursor(text: string): Cursor | null {
  try {
    const parsed = cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
