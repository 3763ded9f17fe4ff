import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import type { SqlValue } from '../../shared/sql.ts'
import { SECOND } from '../../shared/time.ts'
import { csvBlocks } from './csv-blocks.ts'
import { toDatabaseError, translated, translatedAround } from './database-error.ts'
import type { Engine, Session } from './engine.ts'
import * as types from './value-types.ts'

const CONNECTIONS = 10
/** The driver would wait longer each time, up to 20 s: longer than people do, and after all is well again. */
const CONNECT_AGAIN = 0.2 // seconds
const CLOSING = 1 // second, when all that was asked is answered
const COPY_BLOCK = 64 * 1024 // characters sent at once

/** A PostgreSQL server, by a pool of connections. */
export function openPostgres(url: string): Engine {
  const sql = connect(url)
  return {
    kind: 'postgres',
    connections: CONNECTIONS,
    query: (text, params) => rowsOf(sql, text, params),

    begin: <T>(work: (session: Session) => Promise<T>) =>
      translatedAround(
        work,
        // The driver's type takes a list of queries for an answer too, which ours never is.
        (work) => sql.begin((transaction) => work(sessionOf(transaction))) as Promise<T>,
      ),

    // For a connection that broke in the middle of a query, the driver waits for ever.
    close: () => sql.end({ timeout: CLOSING }),
  }
}

function connect(url: string) {
  return postgres(withoutName(url), {
    max: CONNECTIONS,
    backoff: () => CONNECT_AGAIN,
    onnotice: () => {},
    connection: {
      application_name: 'entre-todos',
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      // What hangs must not hold a connection or a lock for ever.
      statement_timeout: 30 * SECOND,
      lock_timeout: 10 * SECOND,
      idle_in_transaction_session_timeout: 60 * SECOND,
    },
    types: {
      int8: { to: types.INT8, from: [types.INT8], serialize: String, parse: types.parseInt8 },
      day: {
        to: types.DATE,
        from: [types.DATE, types.TIMESTAMP],
        serialize: types.asText,
        parse: types.asText,
      },
      moment: {
        to: types.TIMESTAMPTZ,
        from: [types.TIMESTAMPTZ],
        serialize: types.asText,
        parse: types.parseMoment,
      },
      json: {
        to: types.JSON_TEXT,
        from: [types.JSON_TEXT, types.JSONB],
        serialize: types.asText,
        parse: JSON.parse,
      },
    },
  })
}

/** What the address says goes before what we say, and a restore knows who is at work by our name. */
function withoutName(url: string): string {
  const parsed = new URL(url)
  const names = [...parsed.searchParams.keys()].filter((name) => /^application_name$/i.test(name))
  for (const name of names) parsed.searchParams.delete(name)
  return parsed.href
}

type Connection = ReturnType<typeof connect>
type InTransaction = Parameters<Parameters<Connection['begin']>[1]>[0]

function sessionOf(transaction: InTransaction): Session {
  return {
    query: (text, params) => rowsOf(transaction, text, params),

    async execute(script) {
      await translated(transaction.unsafe(script))
    },

    async copyOut(query, separator) {
      const copy = transaction.unsafe(
        `copy (${query}) to stdout (format csv, force_quote *, delimiter '${separator}')`,
      )
      hearErrors(copy)
      const stream = await copy.readable()
      try {
        return new Blob([await translated(buffer(stream))])
      } finally {
        // A full stream stops the line, and only its next read starts it again; after the last byte, or
        // an error, there is none. Whatever the server answered next on this line would never be heard.
        stream._read(0)
      }
    },

    readCsv: (query) => csvOf(transaction, query),

    async copyIn(target, csv) {
      await transaction`set local statement_timeout = 0`
      const copy = transaction.unsafe(`copy ${target} from stdin (format csv)`)
      // postgres.js tells nobody when the server refuses the rows after the last byte was sent: by
      // then the query's promise has given its stream away. So its `reject` becomes ours.
      const refused = new Promise<never>((_, reject) => Object.assign(copy, { reject }))
      const sent = copy.writable().then((stream) => pipeline(csvBlocks(csv, COPY_BLOCK), stream))
      await Promise.race([translated(refused), sent])
    },
  }
}

/** A line is a block to the server; they are handed on as larger ones. */
async function* csvOf(transaction: InTransaction, query: string): AsyncIterable<Uint8Array> {
  const copy = transaction.unsafe(`copy (${query}) to stdout (format csv, force_quote *)`)
  hearErrors(copy)
  const stream = await translated(copy.readable())
  let lines: Uint8Array[] = []
  let size = 0
  try {
    for await (const line of stream) {
      lines.push(line)
      size += line.length
      if (size < COPY_BLOCK) continue
      yield Buffer.concat(lines)
      lines = []
      size = 0
    }
  } catch (error) {
    throw toDatabaseError(error)
  } finally {
    stream._read(0) // as in copyOut
  }
  if (size > 0) yield Buffer.concat(lines)
}

/**
 * Where the rows break off, postgres.js fails the stream it made of them, maybe before anybody who
 * waits for that stream could listen; an error that nobody hears ends the process. So its `resolve`,
 * called with the stream and again at the end, becomes ours.
 */
function hearErrors(copy: object): void {
  const { resolve } = copy as { resolve(value: unknown): void }
  Object.assign(copy, {
    resolve(value: unknown) {
      if (value instanceof Readable) value.on('error', () => undefined)
      resolve(value)
    },
  })
}

// Prepared once per connection, and one statement at a time, as the embedded engine has it.
const ONE_STATEMENT = { prepare: true, simple: false }

async function rowsOf(
  connection: Connection | InTransaction,
  text: string,
  params: readonly SqlValue[],
): Promise<object[]> {
  return [...(await translated(connection.unsafe<object[]>(text, [...params], ONE_STATEMENT)))]
}
