import { AppError } from '../../shared/errors.ts'
import type { Outbox, OutboxEntry } from '../../web/replica/outbox.ts'
import { createSyncClient } from '../../web/replica/sync-client.ts'
import {
  createHttpTransport,
  type StreamListener,
  type Transport,
} from '../../web/replica/transport.ts'
import type { Person } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import type { PersonReplica } from './person-replica.ts'

/** A sync client in front of the real server, on a network and a clock that the test controls. */
export function buildClient(app: TestApp, person: Person, replica: PersonReplica, outbox: Outbox) {
  const network = buildNetwork(app, person)
  const clock = buildClock(app)
  const faults: unknown[] = []
  const losses: unknown[] = []
  const client = createSyncClient({
    replica,
    outbox,
    transport: network.transport,
    clock,
    onFault: (error) => faults.push(error),
    onLost: (why) => losses.push(why),
  })
  return { ...client, network, clock, faults, losses }
}

/** An outbox that lives as long as the test. */
export function buildOutbox(): Outbox {
  const kept = new Map<string, string>()
  return {
    all: async () => [...kept.values()].map((entry) => JSON.parse(entry) as OutboxEntry),
    put: async (entry) => {
      kept.set(entry.id, JSON.stringify(entry))
    },
    delete: async (ids) => {
      for (const id of ids) kept.delete(id)
    },
    isOnDisk: () => true,
    onDiskChange: () => () => {},
    close: () => {},
  }
}

/** The network between client and server. A test can disconnect it, cut its streams and lose its responses. */
export function buildNetwork(app: TestApp, person: Person) {
  const streams = new Map<() => void, StreamListener>()
  const pushes: string[][] = []
  const network = {
    isAway: false,
    losesAnswers: false,
    /** Pushes do not arrive; everything else does. */
    losesPushes: false,
    /** Requests for a stream fail; everything else arrives. */
    refusesCalls: false,
    answers: 0,
  }
  let held: (() => void)[] | null = null

  const server = createHttpTransport({
    personId: person.id,
    fetch: async (path, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', `session=${person.cookies.get('session')}`)
      return app.fetch(String(path), { ...init, headers })
    },
  })

  const transport: Transport = {
    async snapshot(table, signal) {
      if (network.isAway) throw away()
      return server.snapshot(table, signal)
    },
    async push(mutations, answeredAt) {
      if (network.isAway || network.losesPushes) throw away()
      pushes.push(mutations.map(({ id }) => id))
      const answer = await server.push(mutations, answeredAt)
      if (network.losesAnswers) throw away()
      network.answers += 1
      return answer
    },
    follow(cursor, answeredAt, listener) {
      if (network.isAway || network.refusesCalls) return refuseCall(listener)
      const close = server.follow(cursor, answeredAt, {
        ...listener,
        batch: (batch) => (held ? held.push(() => listener.batch(batch)) : listener.batch(batch)),
      })
      streams.set(close, listener)
      return close
    },
  }

  return Object.assign(network, {
    transport,
    /** The ids of the sent changes, by push. */
    pushes,
    /** Holds the stream's batches until `release` is called. */
    holdStream() {
      const batches: (() => void)[] = []
      held = batches
      return {
        get held() {
          return batches.length
        },
        release() {
          held = null
          for (const batch of batches) batch()
        },
      }
    },
    /** Sends the heartbeat that the server sends after 15 s without a change. */
    beat() {
      for (const listener of streams.values()) listener.beat()
    },
    cut() {
      for (const close of streams.keys()) close()
      streams.clear()
    },
    goAway() {
      network.isAway = true
      this.cut()
    },
  })
}

function refuseCall(listener: StreamListener): () => void {
  queueMicrotask(() => listener.lost(away()))
  return () => {}
}

function away(): AppError {
  return new AppError('unavailable', 'No hay conexión con el servidor.')
}

/** A clock that records every pause. Pauses end at once, or when the test calls `pass`; those of 0 ms always at once. */
export function buildClock(app: TestApp) {
  const pauses: number[] = []
  const waiting = new Set<() => void>()
  return {
    now: app.clock.now,
    pauses,
    passesAtOnce: true,
    /** Ends each pause at once and moves the time forward by its length. */
    runAhead() {
      this.sleep = async (ms) => {
        pauses.push(ms)
        app.clock.forward(ms)
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    pass() {
      for (const resolve of waiting) resolve()
      waiting.clear()
    },
    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
      pauses.push(ms)
      await new Promise<void>((resolve) => {
        if (this.passesAtOnce || ms === 0) setTimeout(resolve, ms === 0 ? 0 : 5)
        waiting.add(resolve)
        signal?.addEventListener('abort', () => resolve())
      })
    },
  }
}
