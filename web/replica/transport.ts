/*
 * The transport of the sync client: snapshots, pushes and the stream over HTTP. Every failure is an AppError:
 * `unavailable` when the network or the server is away, `not-signed-in` when the session ended, or the
 * server's refusal.
 */
import { type Clock, startTimer, systemClock } from '../../shared/async.ts'
import { AppError, TOO_MANY_REQUESTS } from '../../shared/errors.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import { PERSON_HEADER } from '../../shared/person-header.ts'
import {
  type Batch,
  type PushAnswer,
  pushAnswer,
  type ReceivedRestart,
  receivedBatch,
  receivedRestart,
  SNAPSHOT_TYPES,
  type SnapshotFormat,
  SYNCED_TABLES,
  type SyncedTable,
  tooManyStreams,
} from '../../shared/sync.ts'
import { noConnection, parseErrorResponse } from '../api/error-response.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import type { TableRows } from './server-rows.ts'

/** One whole table, the cursor to continue from and its epoch (S5). */
interface Snapshot extends Omit<TableRows, 'table'> {
  cursor: string
  epoch: string
}

export interface Transport {
  /** Ends the download when `signal` aborts. */
  snapshot(table: SyncedTable, signal?: AbortSignal): Promise<Snapshot>
  /**
   * Sends up to MOST_AT_ONCE changes, in order. Returns one outcome for each, or a restart from a server that does
   * not know `answeredAt`, the cursor of an earlier push (S7).
   */
  push(mutations: readonly MutationRequest[], answeredAt?: string | null): Promise<PushAnswer>
  /**
   * Opens a stream of the changes after the cursor (S6). A server that does not know `answeredAt`, the cursor of
   * an earlier push, sends a restart (S8). Returns a function that closes the stream.
   */
  follow(cursor: string, answeredAt: string | null, listener: StreamListener): () => void
}

export interface StreamListener {
  /** The server has accepted the request. It may have nothing to send for a while. */
  open(): void
  batch(batch: Batch): void
  restart(restart: ReceivedRestart): void
  beat(): void
  /** Called once, when the stream ends for whatever reason. */
  lost(error: AppError): void
}

/** Maximum number of changes that the server accepts at once. */
export const MOST_AT_ONCE = 100

/** The server sends a beat every 15 s: after two missing beats the connection is dead. */
const SILENCE_MS = 40_000
/** Of a push. An early timeout is cheap: the same push is sent again (S7). */
const TIME_LIMIT_MS = 20_000

interface Options {
  /** Sent with every request, so that the server rejects it when the session is another person's. */
  personId: string
  fetch?: (path: string, init: RequestInit) => Response | Promise<Response>
  clock?: Clock
  /** A response that sends no byte for this long counts as dead. */
  silenceMs?: number
}

export function createHttpTransport(options: Options): Transport {
  const { personId, clock = systemClock, silenceMs = SILENCE_MS } = options
  const { fetch = (path, init) => globalThis.fetch(path, init) } = options

  async function request(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, [PERSON_HEADER]: personId }
    const response = await fetch(`/api/sync${path}`, { ...init, headers, cache: 'no-store' })
    if (response.ok) return response
    const body = await response.json().catch(() => undefined)
    throw parseErrorResponse(body, response.headers.get('Retry-After')) ?? noConnection()
  }

  /** Yields a long response's bytes as they arrive, until the end, a timeout, or `closing` aborts. */
  async function* download(
    path: string,
    closing: AbortController,
    onHeaders: (headers: Headers) => void,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const giveUp = () => closing.abort()
    let cancelTimer = startTimer(clock, silenceMs, giveUp)
    try {
      const response = await request(path, { signal: closing.signal })
      onHeaders(response.headers)
      for await (const chunk of chunksOf(response, closing.signal)) {
        cancelTimer()
        cancelTimer = startTimer(clock, silenceMs, giveUp)
        yield chunk
      }
    } finally {
      cancelTimer()
    }
  }

  async function readStream(
    query: URLSearchParams,
    listener: StreamListener,
    closing: AbortController,
  ): Promise<never> {
    for await (const event of readEvents(download(`?${query}`, closing, listener.open)))
      report(event, listener)
    throw noConnection()
  }

  return {
    async snapshot(table, signal) {
      const closing = new AbortController()
      signal?.addEventListener('abort', () => closing.abort())
      let cursor: string | null = null
      let epoch: string | null = null
      let format: SnapshotFormat = 'binary'
      const parts: BlobPart[] = []
      // A server of a later release may have more columns.
      const columns = SYNCED_TABLES[table].join(',')
      const path = `/snapshot/${table}?format=${format}&columns=${columns}`
      const chunks = download(path, closing, (headers) => {
        cursor = headers.get('Sync-Cursor')
        epoch = headers.get('Sync-Epoch')
        // A server of an earlier release knows no other format.
        if (headers.get('Content-Type') === SNAPSHOT_TYPES.csv) format = 'csv'
      })
      try {
        signal?.throwIfAborted()
        for await (const chunk of chunks) parts.push(chunk)
      } catch (error) {
        throw transportError(error)
      }
      if (cursor === null || epoch === null) throw noConnection()
      return { cursor, epoch, rows: new Blob(parts), format }
    },

    async push(mutations, answeredAt) {
      const timeout = new AbortController()
      const cancelTimer = startTimer(clock, TIME_LIMIT_MS, () => timeout.abort())
      try {
        const response = await request('/mutations', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ mutations, ...(answeredAt && { answered: answeredAt }) }),
          signal: timeout.signal,
        })
        return pushAnswer.parse(await response.json())
      } catch (error) {
        throw transportError(error)
      } finally {
        cancelTimer()
      }
    },

    follow(cursor, answeredAt, listener) {
      const closing = new AbortController()
      const query = new URLSearchParams({ cursor, ...(answeredAt && { answered: answeredAt }) })
      readStream(query, listener, closing).catch((error) => listener.lost(transportError(error)))
      return () => closing.abort()
    },
  }
}

function report({ type, data }: StreamEvent, listener: StreamListener): void {
  switch (type) {
    case 'message':
      listener.batch(receivedBatch.parse(JSON.parse(data)))
      break
    case 'restart':
      listener.restart(receivedRestart.parse(JSON.parse(data)))
      break
    case 'beat':
      listener.beat()
      break
    case 'too-many-streams': {
      const { retryAfter } = tooManyStreams.parse(JSON.parse(data))
      throw new AppError('too-many-requests', TOO_MANY_REQUESTS, { retryAfter })
    }
    case 'signed-out':
      throw new AppError('not-signed-in', 'Tu sesión terminó. Inicia sesión nuevamente.')
  }
}

/** Yields a body's bytes. The signal also ends a read under way, even of a response that ignores it. */
async function* chunksOf({ body }: Response, signal: AbortSignal) {
  if (!body) return
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop)
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read()
      signal.throwIfAborted() // a cancelled read looks like the end
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function transportError(error: unknown): AppError {
  return error instanceof AppError ? error : noConnection(error)
}
