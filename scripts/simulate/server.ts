/* One process of the real server, asked without sockets; it can end at any moment and start again. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pino from 'pino'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { type Context, createContext } from '../../server/context.ts'
import type { Database } from '../../server/data/database.ts'
import type { Mutex } from '../../shared/async.ts'
import { busyDatabase } from './busy-database.ts'
import { POISON } from './poison.ts'
import type { World } from './world.ts'

/** The real one reads every 40 ms, which in a simulated hour is mostly reading nothing. */
const FEED_EVERY_MS = 2_000
/** Between two transactions of a request. */
const LONGEST_REST_MS = 3_000

/** A request that can be sent again. */
export interface Sent {
  path: string
  method: string
  headers: Record<string, string>
  body: string | undefined
}

/** An answer as its bytes leave the server: at once, or as they come. */
export type Answer = { status: number; headers: Headers } & (
  | { body: ArrayBuffer; chunks?: never }
  | { chunks: ReadableStreamDefaultReader<Uint8Array>; body?: never }
)

export interface Server {
  /**
   * Null when the process ended before it had answered. `rests`: between two transactions of the request
   * other things may happen.
   */
  ask(sent: Sent, options?: { rests: boolean }): Promise<Answer | null>
  /** Looks at the feed now, as after a commit of its own. */
  wake(): void
  /** Ends with everything under way, and starts again. */
  restart(): Promise<void>
}

export async function startServer(world: World, shared: Database, mutex: Mutex): Promise<Server> {
  const requests = new AsyncLocalStorage<{ rests: boolean }>()
  let life = 0
  let context: Context
  let app: ReturnType<typeof createApp>
  let streams = new Set<ReadableStreamDefaultReader<Uint8Array>>()
  const database = busyDatabase(world, shared, mutex, restSometimes)
  const config = readConfig({ ORIGIN: 'http://localhost:3000', RATE_LIMITS: 'off' })

  /** An error in a server's log is a fault, except those that the simulation caused. */
  const log = pino(
    { level: 'error' },
    {
      write(line: string) {
        if (!line.includes(POISON)) world.fault(new Error(`The server logs ${line}`))
      },
    },
  )

  async function start(): Promise<void> {
    life += 1
    const created = await createContext(config, {
      database,
      log,
      now: world.now,
      setTimer: world.after,
      feedEveryMs: FEED_EVERY_MS,
      mail: { send: async () => {}, close: () => {} },
    })
    const { feed } = created
    // A request that wakes the feed goes on meanwhile: only one of them may rest.
    context = { ...created, feed: { ...feed, wake: () => requests.exit(feed.wake) } }
    app = createApp(context, '/nowhere')
  }

  async function restSometimes(): Promise<void> {
    if (!requests.getStore()?.rests || !world.random.chance(0.03)) return
    await world.rest(world.random.whole(1, LONGEST_REST_MS))
  }

  await start()
  return {
    async ask({ path, method, headers, body }, { rests } = { rests: true }) {
      const now = life
      const request = { rests }
      const answer = await world.busy(() =>
        requests
          .run(request, async () => {
            const init = { method, headers, ...(body === undefined ? {} : { body }) }
            const response = await app.fetch(new Request(`http://localhost:3000${path}`, init))
            const { status } = response
            const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
            const chunks = isStream ? response.body?.getReader() : undefined
            if (chunks) streams.add(chunks)
            return chunks
              ? { status, headers: response.headers, chunks }
              : { status, headers: response.headers, body: await response.arrayBuffer() }
          })
          .finally(() => {
            request.rests = false // what follows its stream is no part of the request
          }),
      )
      if (life === now) return answer
      void answer.chunks?.cancel()
      return null
    },
    wake: () => context.feed.wake(),
    async restart() {
      for (const chunks of streams) void chunks.cancel()
      streams = new Set()
      const { feed } = context
      await world.busy(async () => {
        await start()
        await feed.close()
      })
    },
  }
}
