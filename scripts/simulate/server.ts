/* One process of the real server, called without sockets, in simulated time. It can restart at any moment. */
import pino from 'pino'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { type Context, createContext } from '../../server/context.ts'
import type { Database } from '../../server/data/database.ts'
import type { Mutex } from '../../shared/async.ts'
import type { SqlValue } from '../../shared/sql.ts'
import { POISON } from './audit-triggers.ts'
import type { Scheduler } from './scheduler.ts'

/** Instead of 40 ms, because almost all of these reads find nothing. */
const FEED_EVERY_MS = 2_000
/** Between two transactions of a request. */
const LONGEST_REST_MS = 3_000

/** A request that can be sent again. */
export interface SimulatedRequest {
  path: string
  method: string
  headers: Record<string, string>
  body: string | undefined
}

/** A response: its whole body, or the chunks of a stream. */
export type SimulatedResponse = { status: number; headers: Headers } & (
  | { body: ArrayBuffer; chunks?: never }
  | { chunks: ReadableStreamDefaultReader<Uint8Array>; body?: never }
)

export interface Server {
  /** Resolves with null when the process ended first. `rests`: other events may happen between its transactions. */
  handle(sent: SimulatedRequest, options?: { rests: boolean }): Promise<SimulatedResponse | null>
  /** Reads the feed now. */
  wake(): void
  /** Aborts everything under way. */
  restart(): Promise<void>
}

export async function startServer(
  scheduler: Scheduler,
  shared: Database,
  mutex: Mutex,
): Promise<Server> {
  let generation = 0
  let context: Context
  let app: App
  let appWithRests: App
  let streams = new Set<ReadableStreamDefaultReader<Uint8Array>>()
  const config = readConfig({ ORIGIN: 'http://localhost:3000', RATE_LIMITS: 'off' })

  /** An error in the log is a fault, unless the simulation caused it. */
  const log = pino(
    { level: 'error' },
    {
      write(line: string) {
        if (!line.includes(POISON)) scheduler.fault(new Error(`The server logs ${line}`))
      },
    },
  )

  async function start(): Promise<void> {
    generation += 1
    context = await createContext(config, {
      database: busyDatabase(scheduler, shared, mutex),
      log,
      now: scheduler.now,
      setTimer: scheduler.after,
      feedEveryMs: FEED_EVERY_MS,
      mail: { send: async () => {}, close: () => {} },
    })
    app = createApp(context, '/nowhere')
    const database = busyDatabase(scheduler, shared, mutex, restSometimes)
    appWithRests = createApp({ ...context, database }, '/nowhere')
  }

  async function restSometimes(): Promise<void> {
    if (!scheduler.random.chance(0.03)) return
    await scheduler.rest(scheduler.random.whole(1, LONGEST_REST_MS))
  }

  async function respond(
    { path, method, headers, body }: SimulatedRequest,
    rests: boolean,
  ): Promise<SimulatedResponse> {
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    const request = new Request(`http://localhost:3000${path}`, init)
    const response = await (rests ? appWithRests : app).fetch(request)
    const { status } = response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const chunks = isStream ? response.body?.getReader() : undefined
    if (!chunks) return { status, headers: response.headers, body: await response.arrayBuffer() }
    streams.add(chunks)
    return { status, headers: response.headers, chunks }
  }

  await start()
  return {
    async handle(sent, { rests } = { rests: true }) {
      const current = generation
      const answer = await scheduler.busy(() => respond(sent, rests))
      if (generation === current) return answer
      void answer.chunks?.cancel()
      return null
    },
    wake: () => context.feed.wake(),
    async restart() {
      for (const chunks of streams) void chunks.cancel()
      streams = new Set()
      const { feed } = context
      await scheduler.busy(async () => {
        await start()
        await feed.close()
      })
    },
  }
}

type App = ReturnType<typeof createApp>

/**
 * Returns the database for use in the simulation: while it works, no other event happens; then `rest` may let some
 * happen. Calls run one at a time, because parallel ones would make runs differ. Closing it does nothing.
 *
 * There is no rest where requests wait for each other, to look up a session or to read changes, because it would never
 * end; and none in a stream, which goes on after its request.
 */
export function busyDatabase(
  scheduler: Scheduler,
  database: Database,
  mutex: Mutex,
  rest: () => Promise<void> = async () => {},
): Database {
  const exclusively = <T>(work: () => Promise<T>) => scheduler.busy(() => mutex.run(work))

  async function busy<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await exclusively(work)
    } finally {
      await rest()
    }
  }
  return {
    engine: database.engine,
    connections: database.connections,
    query(text, params) {
      const run = /sessions|feed_has/.test(text) ? exclusively : busy
      return run(() => database.query(text, params))
    },
    transaction: (work) => busy(() => database.transaction(work)),
    asMember: (personId, work) => busy(() => database.asMember(personId, work)),
    inSnapshotAsMember: (personId, work) =>
      exclusively(() => database.inSnapshotAsMember(personId, work)),
    copyIn: (table, columns, csv) => busy(() => database.copyIn(table, columns, csv)),
    copyOut: (personId, query, format) => busy(() => database.copyOut(personId, query, format)),
    inBulk: (work) => busy(() => database.inBulk(work)),
    close: async () => {},
  }
}

/** Returns the database without reads of a feed to which nobody has written: they are most of a run's statements. */
export function withoutIdleReads(database: Database): Database {
  /** Snapshots of the feed that were read since the last write. */
  const known = new Set<unknown>()

  async function writing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      known.clear()
    }
  }
  return {
    ...database,
    async query<Row extends object>(text: string, params: readonly SqlValue[] = []) {
      const query = () => database.query<Row & { snapshot?: string }>(text, params)
      if (!text.includes('c.people, c.lag')) return writing(query)
      const [snapshot] = params
      if (known.has(snapshot)) return [{ snapshot, people: null, lag: null }] as Row[]
      const rows = await query()
      known.add(rows[0]?.snapshot)
      return rows
    },
    transaction: (work) => writing(() => database.transaction(work)),
    asMember: (personId, work) => writing(() => database.asMember(personId, work)),
    copyIn: (table, columns, csv) => writing(() => database.copyIn(table, columns, csv)),
    inBulk: (work) => writing(() => database.inBulk(work)),
  }
}
