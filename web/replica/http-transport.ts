import { type Clock, startTimer, systemClock } from '../../shared/async.ts'
import { AppError, TOO_MANY_REQUESTS } from '../../shared/errors.ts'
import { PERSON_HEADER } from '../../shared/person-header.ts'
import type { PushAnswer, TooManyStreams } from '../../shared/sync.ts'
import { refusalIn } from '../api/refusal-in.ts'
import { readEvents, type StreamEvent } from './event-stream.ts'
import type { Line, Transport } from './transport.ts'

/** The server's heart beats every 15 s: after two missing beats nobody is there. */
const SILENCE_MS = 40_000
/** Of a push: giving up early costs nothing but asking again (S7). */
const TIME_LIMIT_MS = 20_000

interface Options {
  /** Said with every request, for the server to refuse when the session is another person's. */
  personId: string
  fetch?: (path: string, init: RequestInit) => Response | Promise<Response>
  clock?: Clock
  /** Without a byte for so long, an answer under way counts as dead. */
  silenceMs?: number
}

/** The way to the server. What fails is an AppError: its refusal, or `unavailable`. */
export function createHttpTransport(options: Options): Transport {
  const { personId, clock = systemClock, silenceMs = SILENCE_MS } = options
  const { fetch = (path, init) => globalThis.fetch(path, init) } = options

  async function ask(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, [PERSON_HEADER]: personId }
    const response = await fetch(`/api/sync${path}`, { ...init, headers, cache: 'no-store' })
    if (response.ok) return response
    const answer = await response.json().catch(() => undefined)
    throw refusalIn(answer, response.headers.get('Retry-After')) ?? unavailable()
  }

  /** Asks for something long: its bytes as they come, until they end, stop coming or are not wanted. */
  async function* listen(
    path: string,
    hangUp: AbortController,
    onAnswer: (headers: Headers) => void,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const giveUp = () => hangUp.abort()
    let stayPatient = startTimer(clock, silenceMs, giveUp)
    try {
      const response = await ask(path, { signal: hangUp.signal })
      onAnswer(response.headers)
      for await (const chunk of chunksOf(response, hangUp.signal)) {
        stayPatient()
        stayPatient = startTimer(clock, silenceMs, giveUp)
        yield chunk
      }
    } finally {
      stayPatient()
    }
  }

  async function follow(
    query: URLSearchParams,
    line: Line,
    hangUp: AbortController,
  ): Promise<never> {
    for await (const event of readEvents(listen(`?${query}`, hangUp, line.open)))
      report(event, line)
    throw unavailable()
  }

  return {
    async snapshot(table) {
      let cursor: string | null = null
      let epoch: string | null = null
      const parts: BlobPart[] = []
      const chunks = listen(`/snapshot/${table}`, new AbortController(), (headers) => {
        cursor = headers.get('Sync-Cursor')
        epoch = headers.get('Sync-Epoch')
      })
      try {
        for await (const chunk of chunks) parts.push(chunk)
      } catch (error) {
        throw asAppError(error)
      }
      if (cursor === null || epoch === null) throw unavailable()
      return { cursor, epoch, csv: new Blob(parts) }
    },

    async push(mutations) {
      const late = new AbortController()
      const inTime = startTimer(clock, TIME_LIMIT_MS, () => late.abort())
      try {
        const response = await ask('/mutations', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ mutations }),
          signal: late.signal,
        })
        const answer: PushAnswer = await response.json()
        return answer
      } catch (error) {
        throw asAppError(error)
      } finally {
        inTime()
      }
    },

    follow(cursor, answeredAt, line) {
      const hangUp = new AbortController()
      const query = new URLSearchParams({ cursor, ...(answeredAt && { answered: answeredAt }) })
      follow(query, line, hangUp).catch((error) => line.lost(asAppError(error)))
      return () => hangUp.abort()
    },
  }
}

function report({ type, data }: StreamEvent, line: Line): void {
  switch (type) {
    case 'message':
      line.batch(JSON.parse(data))
      break
    case 'restart':
      line.restart(JSON.parse(data))
      break
    case 'beat':
      line.beat()
      break
    case 'too-many-streams': {
      const { retryAfter }: TooManyStreams = JSON.parse(data)
      throw new AppError('too-many-requests', TOO_MANY_REQUESTS, { retryAfter })
    }
    case 'signed-out':
      throw new AppError('not-signed-in', 'Tu sesión terminó. Inicia sesión nuevamente.')
  }
}

/** A body's bytes. A read under way ends with the signal, whoever made the response. */
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

function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : unavailable(error)
}

function unavailable(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'No hay conexión con el servidor. Revisa tu conexión e intenta nuevamente.',
    { cause },
  )
}
