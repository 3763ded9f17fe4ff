/*
 * How the text of a value becomes a value of ours, the same for both engines (shared/sql.ts).
 * What is not listed here both drivers already treat alike.
 */
export const JSON_TEXT = 114
export const JSONB = 3802
export const INT8 = 20
export const DATE = 1082
export const TIMESTAMP = 1114
export const TIMESTAMPTZ = 1184

export const asText = (text: string) => text

/** Counts and identities; a number that JavaScript would round is refused. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit into a number`)
  return value
}

/** In a session whose time zone is UTC: '2026-03-05 12:30:00.123456+00' becomes '2026-03-05T12:30:00.123Z'. */
export function parseMoment(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
}
