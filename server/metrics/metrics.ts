/* gauges.ts adds polled values. Labels come from short closed lists: never an id, an address or personal data. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'

interface HandledRequest {
  method: string
  route: string
  status: number
}

export type Metrics = ReturnType<typeof createMetrics>

const REQUEST_SECONDS = [1, 2, 5, 10, 20, 50, 100, 150, 250, 500, 1_000, 2_500, 10_000].map(
  inSeconds,
)
const LAG_SECONDS = [5, 10, 20, 40, 60, 100, 200, 500, 1_000, 5_000, 30_000].map(inSeconds)
// A device may be off for a month.
const AGE_SECONDS = [
  SECOND,
  5 * SECOND,
  30 * SECOND,
  MINUTE,
  10 * MINUTE,
  HOUR,
  6 * HOUR,
  DAY,
  7 * DAY,
  30 * DAY,
].map(inSeconds)

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]

  const requests = new Counter({
    name: 'entretodos_http_requests_total',
    help: 'Responses, by method, pattern of the route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'entretodos_http_request_seconds',
    help: 'From a request to the beginning of its response.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const underWay = new Gauge({
    name: 'entretodos_http_requests_under_way',
    help: 'Requests whose response has not begun.',
    registers,
  })
  const streams = new Gauge({
    name: 'entretodos_sync_streams_open',
    help: 'People who listen for changes here.',
    registers,
  })
  const lag = new Histogram({
    name: 'entretodos_sync_lag_seconds',
    help: 'From the beginning of a change in the database to the notification of its listeners.',
    buckets: LAG_SECONDS,
    registers,
  })
  const ages = new Histogram({
    name: 'entretodos_mutation_age_seconds',
    help: "From a change on a device, by that device's clock, to its arrival here.",
    buckets: AGE_SECONDS,
    registers,
  })
  const databaseSeconds = new Histogram({
    name: 'entretodos_database_seconds',
    help: 'Work in the database, waiting for a connection included.',
    labelNames: ['kind'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const databaseUnderWay = new Gauge({
    name: 'entretodos_database_under_way',
    help: 'Pieces of work that have or wait for a connection.',
    registers,
  })
  const connections = new Gauge({
    name: 'entretodos_database_connections',
    help: 'Connections that this process has at most.',
    registers,
  })

  return {
    registry,
    /** Call the returned function when the response begins. */
    requestBegan(): (handled: HandledRequest) => void {
      const began = performance.now()
      underWay.inc()
      return ({ method: asked, route, status }) => {
        const method = METHODS.has(asked) ? asked : 'other'
        underWay.dec()
        requests.inc({ method, route, status })
        requestSeconds.observe({ method, route }, inSeconds(performance.now() - began))
      }
    },
    streamOpened(): () => void {
      streams.inc()
      return () => streams.dec()
    },
    observeLag: (seconds: number) => lag.observe(seconds), // from the begin of a change's transaction
    /** The id contains the time at which the device created the mutation. */
    mutationReceived(id: string, now: Date): void {
      const made = momentOf(id)
      if (made !== null) ages.observe(Math.max(0, inSeconds(now.getTime() - made)))
    },
    measured(database: Database): Database {
      connections.set(database.connections)
      return measuredDatabase(database, (kind) => {
        const began = performance.now()
        databaseUnderWay.inc()
        return () => {
          databaseUnderWay.dec()
          databaseSeconds.observe({ kind }, inSeconds(performance.now() - began))
        }
      })
    },
  }
}

function inSeconds(ms: number): number {
  return ms / SECOND
}

/** Returns the time in a UUID of version 7, in ms since 1970 (RFC 9562, 5.7); null for another version. */
function momentOf(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
}

type Kind = 'query' | 'transaction' | 'member' | 'copy'

/** Calls `began` as each piece of work begins, and the function it returns at its end. */
function measuredDatabase(database: Database, began: (kind: Kind) => () => void): Database {
  const timed = async <T>(kind: Kind, work: () => Promise<T>): Promise<T> => {
    const ended = began(kind)
    try {
      return await work()
    } finally {
      ended()
    }
  }
  return {
    engine: database.engine,
    connections: database.connections,
    query: (text, params) => timed('query', () => database.query(text, params)),
    transaction: (work) => timed('transaction', () => database.transaction(work)),
    asMember: (personId, work) => timed('member', () => database.asMember(personId, work)),
    inSnapshotAsMember: (personId, work) =>
      timed('member', () => database.inSnapshotAsMember(personId, work)),
    copyIn: (table, columns, csv) => timed('copy', () => database.copyIn(table, columns, csv)),
    copyOut: (personId, query, format) =>
      timed('copy', () => database.copyOut(personId, query, format)),
    inBulk: (work) => timed('copy', () => database.inBulk(work)),
    close: () => database.close(),
  }
}
