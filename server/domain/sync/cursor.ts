import * as z from 'zod/mini'
import { SYNC_PROTOCOL } from '../../../shared/sync.ts'

/** What a copy has seen (S3). It travels as text that means nothing to the copy. */
export interface Cursor {
  epoch: string
  protocol: number
  person: string
  /** `pg_snapshot` as text: every transaction it sees, the copy has. */
  snapshot: string
}

const cursor = z.object({
  epoch: z.string(),
  protocol: z.number(),
  person: z.string(),
  snapshot: z.string().check(z.regex(/^\d+:\d+:(\d+(,\d+)*)?$/)),
})

export function writeCursor(parts: Omit<Cursor, 'protocol'>): string {
  return Buffer.from(JSON.stringify({ ...parts, protocol: SYNC_PROTOCOL })).toString('base64url')
}

/** Null for a text that is no cursor of ours: its copy starts again (S5). */
export function readCursor(text: string): Cursor | null {
  try {
    const parsed = cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
