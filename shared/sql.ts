/*
 * The one interface by which both sides query Postgres: text with $1, $2, … and plain values.
 *
 * Rows come back alike from every engine (tests/server/data/database-contract.test.ts proves it):
 *   numeric -> string, exact ("15000.00")      int8 -> number, RangeError beyond 2^53 - 1
 *   date -> 'YYYY-MM-DD'                        timestamptz -> ISO 8601 in UTC, milliseconds
 *   boolean -> boolean                          json, jsonb -> parsed
 *   uuid, text -> string                        null -> null
 * Going in, moments and days are strings, and JSON is text that the statement casts ($1::text::jsonb). Lists go in as they
 * are and come back as JSON (jsonb_agg, to_jsonb).
 */
export type SqlValue = string | number | boolean | null | readonly string[]

export interface Statement {
  text: string
  params: readonly SqlValue[]
}

/** Runs single statements. Writes that belong together take a `Transaction`. */
export interface Sql {
  query<Row extends object>(text: string, params?: readonly SqlValue[]): Promise<Row[]>
}

/** For writing: all statements of one `Transaction` are committed together or not at all. */
export interface Transaction extends Sql {
  readonly kind: 'transaction'
}
