/*
 * Sizes and SQL queries for the diagnosis page. Nothing here writes: a query runs as a cursor, which takes a
 * single statement that reads, in a transaction that is read-only and rolled back.
 */
import type { PGlite } from '@electric-sql/pglite'
import { AppError } from '../../shared/errors.ts'
import { SYNCED_TABLE_NAMES } from '../../shared/sync.ts'
import * as types from '../../shared/value-types.ts'
import { MOST_ROWS, type ReplicaDiagnosis, type SqlResult } from '../api/diagnosis.ts'
import { recentFaults } from '../api/faults.ts'
import { LOCAL_TABLES } from './replica-indexes.ts'

/** Characters of a value. One of several megabytes would block the page. */
const LONGEST_VALUE = 1_000

/** Keeps dates, timestamps and JSON as the engine writes them. */
const AS_WRITTEN = Object.fromEntries(
  [types.JSON_TEXT, types.JSONB, types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ].map((type) => [
    type,
    types.asText,
  ]),
)

const TABLES = [...SYNCED_TABLE_NAMES, ...LOCAL_TABLES]

export async function diagnose(pglite: PGlite): Promise<ReplicaDiagnosis> {
  return pglite.transaction(async (tx) => {
    const { rows: tables } = await tx.query<ReplicaDiagnosis['tables'][number]>(
      TABLES.map(
        (table) =>
          `select '${table}' as name, (select count(*)::int from ${table}) as rows,
                  pg_total_relation_size('${table}')::float8 as bytes`,
      ).join(' union all '),
    )
    const { rows } = await tx.query<Pick<ReplicaDiagnosis, 'cursor' | 'engine' | 'bytes'>>(
      `select (select cursor from replica_state) as cursor,
              current_setting('server_version') as engine,
              pg_database_size(current_database())::float8 as bytes`,
    )
    const { cursor = null, engine = null, bytes = null } = rows[0] ?? {}
    return { cursor, engine, bytes, tables, faults: recentFaults() }
  })
}

/** Returns the diagnosis of a device without a replica. */
export function diagnoseNothing(): ReplicaDiagnosis {
  return { cursor: null, engine: null, tables: [], bytes: null, faults: recentFaults() }
}

/**
 * Returns the first rows of a query. Throws AppError 'invalid-input' with the engine's message when the
 * engine rejects it, for example because it writes. There is no timeout: the engine cannot be interrupted.
 */
export async function querySql(pglite: PGlite, text: string): Promise<SqlResult> {
  try {
    return await pglite.transaction(async (tx) => {
      await tx.exec('set transaction read only; set local role pg_read_all_data')
      // Passing parameters, even none, limits the text to one statement.
      const isPlan = /^\s*explain\b/i.test(text)
      if (!isPlan) await tx.query(`declare answer no scroll cursor for ${text}`, [])
      const answer = await tx.query<unknown[]>(
        isPlan ? text : `fetch ${MOST_ROWS + 1} from answer`,
        [],
        { rowMode: 'array', parsers: AS_WRITTEN },
      )
      await tx.rollback()
      return {
        columns: answer.fields.map(({ name }) => name),
        rows: answer.rows.slice(0, MOST_ROWS).map((row) => row.map(textOf)),
        hasMore: answer.rows.length > MOST_ROWS,
      }
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new AppError('invalid-input', error.message, { cause: error })
  }
}

/** An intact engine that rejects a query gives its error a code, the SQLSTATE. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && /^\w{5}$/.test(String((error as { code?: unknown }).code))
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = wholeTextOf(value)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

function wholeTextOf(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
