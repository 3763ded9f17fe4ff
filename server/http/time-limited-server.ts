/* Ends requests without progress (A5; OWASP: slow HTTP attacks). Node's limit would cut off slow uploads. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { SECOND } from '../../shared/time.ts'

export interface TimeLimits {
  head: number // ms, from the connection to the last byte of the head
  body: number // ms; for an upload, time for each MIN_PROGRESS bytes
  silence: number // ms without a byte in either direction; streams have a heartbeat
  kept: number // ms, idle keep-alive
}

/**
 * A proxy holds idle connections for 60 s, and must be the one that closes them. Those of browsers end sooner: when one
 * breaks, Chromium repeats the request on each of them, and sends the bytes of an upload up to five times more.
 */
export function timeLimits({ isBehindProxy }: { isBehindProxy: boolean }): TimeLimits {
  return {
    head: 20 * SECOND,
    body: 60 * SECOND,
    silence: 120 * SECOND,
    kept: isBehindProxy ? 65 * SECOND : 5 * SECOND,
  }
}

/** Bytes of an upload within `body`. The slowest mobile networks send them in a second or two. */
const MIN_PROGRESS = 16 * 1024

export function createTimeLimitedServer(
  listener: RequestListener,
  maxConnections: number,
  timeLimits: TimeLimits,
): Server {
  const server = createServer(
    {
      headersTimeout: timeLimits.head,
      requestTimeout: 0,
      connectionsCheckingInterval: timeLimits.head / 4,
      keepAliveTimeout: timeLimits.kept,
    },
    (request, response) => {
      if (hasBody(request)) cutWithoutProgress(request, timeLimits.body)
      return listener(request, response)
    },
  )
  server.timeout = timeLimits.silence
  server.maxConnections = maxConnections
  return server
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function cutWithoutProgress(request: IncomingMessage, ms: number): void {
  const { socket } = request
  const minBytes = isUpload(request) ? MIN_PROGRESS : Number.POSITIVE_INFINITY
  let received = socket.bytesRead
  const check = setInterval(() => {
    if (request.complete) clearInterval(check)
    else if (socket.bytesRead - received < minBytes) socket.destroy()
    received = socket.bytesRead
  }, ms)
  check.unref()
  request.once('close', () => clearInterval(check))
}

function isUpload({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'PATCH' || method === 'POST') && url.startsWith('/api/uploads')
}
