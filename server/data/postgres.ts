import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { SqlValue } from '../../shared/sql.ts'
import { DAY, SECOND } from '../../shared/time.ts'
import * as types from '../../shared/value-types.ts'
import { csvBlocks } from './csv-blocks.ts'
import {
  CONNECTION_FAILURE,
  DatabaseError,
  toDatabaseError,
  translated,
  translatedAround,
} from './database-error.ts'
import { copyOptions, type Engine, type EngineSession } from './engine.ts'

const CONNECTIONS = 10
const DEFAULT_PORT = 5432
const RECONNECT_DELAY = 0.2 // seconds; constant, because the driver's own back-off grows to 20 s
const CLOSE_TIMEOUT = 1 // second, once all queries have ended
const SILENCE = 70 * SECOND // more than the time limits of connecting and of a statement together
const COPY_BLOCK = 64 * 1024 // characters per chunk

/** Settings of every connection, whatever those of the server, the database and the role. In the units of pg_settings. */
export const SETTINGS = {
  application_name: 'entre-todos',
  client_encoding: 'UTF8',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  search_path: 'public',
  row_security: 'on',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed' as const,
  // A hanging statement must not hold a connection or a lock for ever.
  statement_timeout: 30 * SECOND,
  lock_timeout: 10 * SECOND,
  idle_in_transaction_session_timeout: 60 * SECOND,
  // A server that closes idle connections may do so just when a query is sent. The driver would omit a 0.
  idle_session_timeout: DAY,
}

/**
 * `silence`: after how many ms without a response the connections are replaced. Otherwise those to a host that vanished
 * without closing them, as in a failover, would be lost for a quarter of an hour, until the system gives them up.
 */
export function openPostgres(url: string, silence = SILENCE): Engine {
  let sql = connect(url)
  const fails = new Set<() => void>() // of the transactions under way

  function replace(silent: Connection): void {
    if (sql !== silent) return
    sql = connect(url)
    for (const fail of fails) fail()
    void silent.end({ timeout: 0 })
  }

  return {
    kind: 'postgres',
    connections: CONNECTIONS,

    async query<Row extends object>(text: string, params?: readonly SqlValue[]) {
      const used = sql
      const timer = setTimeout(() => replace(used), silence)
      try {
        return await rowsOf<Row>(used, text, params)
      } finally {
        clearTimeout(timer)
      }
    },

    begin: <T>(work: (session: EngineSession) => Promise<T>) =>
      translatedAround(work, (work) => transact(sql, work, fails)),

    // Otherwise the driver waits for ever for a connection that broke during a query.
    close: () => sql.end({ timeout: CLOSE_TIMEOUT }),
  }
}

function connect(url: string) {
  return postgres(withoutApplicationName(url), {
    ...hostOf(url),
    ...databaseOf(url),
    max: CONNECTIONS,
    backoff: () => RECONNECT_DELAY,
    onnotice: () => {},
    // The driver's own query for the types of lists would end the process if the connection broke during it.
    fetch_types: false,
    connection: SETTINGS,
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

/** A name in the URL would override ours, by which a restore finds servers. */
function withoutApplicationName(url: string): string {
  const parsed = new URL(url)
  const names = [...parsed.searchParams.keys()].filter((name) => /^application_name$/i.test(name))
  for (const name of names) parsed.searchParams.delete(name)
  return parsed.href
}

/** The driver finds neither an IPv6 address in the URL nor the folder of a socket, which libpq encodes: %2Frun%2Fpostgresql. */
function hostOf(url: string): { host?: string; port?: number } {
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname.replace(/^\[|\]$/g, ''))
  if (isIP(host) === 6) {
    // The driver also takes lists, which its types omit: it would cut a text at the colons.
    const lists: unknown = { host: [host], port: [Number(port || DEFAULT_PORT)] }
    return lists as { host: string; port: number }
  }
  return host.startsWith('/') ? { host } : {}
}

/** The driver does not decode the name: Entre%20Todos. */
function databaseOf(url: string): { database?: string } {
  const database = decodeURIComponent(new URL(url).pathname.slice(1))
  return database ? { database } : {}
}

type Connection = ReturnType<typeof connect>
type InTransaction = Parameters<Parameters<Connection['begin']>[1]>[0]

/**
 * After a connection breaks, postgres.js still sends the transaction's further statements: that ends the process, or
 * runs them in another transaction (https://github.com/porsager/postgres/issues/1208). So after a break nothing reaches
 * the driver, not even the end of `work`, on which it would roll back or commit.
 */
function transact<T>(
  sql: Connection,
  work: (session: EngineSession) => Promise<T>,
  fails: Set<() => void>,
): Promise<T> {
  const health: Health = { isBroken: false }
  const begun = sql.begin(
    (transaction) =>
      new Promise<T>((resolve, reject) => {
        work(sessionOf(transaction, health)).then(
          (result) => {
            if (!health.isBroken) resolve(result)
          },
          async (error) => {
            await sleep()
            if (!health.isBroken) reject(error)
          },
        )
      }),
  )
  // The driver waits for the end of a connection, which a host that vanished never sends.
  const ended = new Promise<T>((resolve, reject) => {
    const fail = () => reject(fellSilent())
    fails.add(fail)
    // The driver's type also allows an array of queries, which never occurs here.
    ;(begun as Promise<T>).then(resolve, reject).finally(() => fails.delete(fail))
  })
  ended.catch(() => {
    health.isBroken = true
  })
  return ended
}

function fellSilent(): DatabaseError {
  return new DatabaseError('the server does not respond', CONNECTION_FAILURE)
}

interface Health {
  isBroken: boolean
}

/** The driver reports a failed statement before it ends the transaction, which sets `isBroken`: this waits one turn. */
async function unlessBroken<T>(health: Health, use: () => Promise<T>): Promise<T> {
  failIfBroken(health)
  try {
    return await use()
  } catch (error) {
    await sleep()
    throw error
  }
}

function failIfBroken({ isBroken }: Health): void {
  if (isBroken) throw new DatabaseError('the connection broke earlier', CONNECTION_FAILURE)
}

function sessionOf(transaction: InTransaction, health: Health): EngineSession {
  return {
    query: <Row extends object>(text: string, params?: readonly SqlValue[]) =>
      unlessBroken(health, () => rowsOf<Row>(transaction, text, params)),

    execute: (script) =>
      unlessBroken(health, async () => {
        await translated(transaction.unsafe(script))
      }),

    async copyOut(query, format) {
      failIfBroken(health)
      const copy = transaction.unsafe(`copy (${query}) to stdout ${copyOptions(format)}`)
      ignoreStreamErrors(copy)
      const stream = await translated(copy.readable())
      try {
        return new Blob([await translated(buffer(stream))])
      } finally {
        // A full stream pauses the connection until its next read, and the next responses would never arrive.
        stream._read(0)
      }
    },

    readCsv(query) {
      failIfBroken(health)
      return csvOf(transaction, query)
    },

    async copyIn(target, csv) {
      failIfBroken(health)
      await transaction`set local statement_timeout = 0`
      const copy = transaction.unsafe(`copy ${target} from stdin (format csv)`)
      // postgres.js loses errors after the last byte: the promise has resolved by then. So `reject` is replaced.
      const refused = new Promise<never>((_, reject) => Object.assign(copy, { reject }))
      const sent = copy.writable().then((stream) => pipeline(csvBlocks(csv, COPY_BLOCK), stream))
      await Promise.race([translated(refused), sent])
    },
  }
}

async function* csvOf(transaction: InTransaction, query: string): AsyncIterable<Uint8Array> {
  const copy = transaction.unsafe(`copy (${query}) to stdout ${copyOptions(',')}`)
  ignoreStreamErrors(copy)
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
 * When a COPY fails midway, postgres.js may emit an error on the stream before it has a listener, which would end the
 * process. So its `resolve`, called with the stream and again at the end, is replaced.
 */
function ignoreStreamErrors(copy: object): void {
  const { resolve } = copy as { resolve(value: unknown): void }
  Object.assign(copy, {
    resolve(value: unknown) {
      if (value instanceof Readable) value.on('error', () => undefined)
      resolve(value)
    },
  })
}

// Prepared once per connection, and one statement at a time, like the embedded engine.
const ONE_STATEMENT = { prepare: true, simple: false }

async function rowsOf<Row extends object>(
  connection: Connection | InTransaction,
  text: string,
  params: readonly SqlValue[] = [],
): Promise<Row[]> {
  const values = params.map((value) => (isList(value) ? listLiteral(value) : value))
  return [...(await translated(connection.unsafe<Row[]>(text, values, ONE_STATEMENT)))]
}

function isList(value: SqlValue): value is readonly string[] {
  return Array.isArray(value)
}

/** PostgreSQL's text of an array: {"a","b\"c"} */
function listLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
