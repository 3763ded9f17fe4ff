/*
 * How PGlite's texts become the values that shared/sql.ts promises: the browser's twin of
 * server/data/value-types.ts. What is not listed here PGlite already answers as promised.
 */
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

export const VALUE_PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: parseInt8,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: parseMoment,
}

/** A number that JavaScript would round is refused. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit into a number`)
  return value
}

/** The engine's time zone is UTC: '2026-03-05 12:30:00.123+00' becomes '2026-03-05T12:30:00.123Z'. */
function parseMoment(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
}
