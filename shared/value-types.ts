/*
 * Type numbers (OIDs) of Postgres and parsers of their values, so that rows are as shared/sql.ts describes them, on the
 * server and in a replica.
 */

export const JSON_TEXT = 114
export const JSONB = 3802
export const INT8 = 20
export const DATE = 1082
export const TIMESTAMP = 1114
export const TIMESTAMPTZ = 1184

export const asText = (text: string) => text

/** Parses an int8. Throws RangeError when JavaScript would round the number. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit into a number`)
  return value
}

/** Turns '2026-03-05 12:30:00.123456+00' into '2026-03-05T12:30:00.123Z'. The session's time zone is UTC. */
export function parseMoment(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
}
