/*
 * The HTTP server, with an end to its patience: whoever sends a request byte by byte, or none at all, must not hold
 * a connection for as long as they like (OWASP: slow HTTP attacks). Node's own limit for a whole request is off: it
 * counts from the first byte, and would cut an upload from a slow phone in the middle of its progress.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { SECOND } from '../../shared/time.ts'

/** In ms. */
export interface Patience {
  /** From connecting to the last byte of a request's head. */
  head: number
  /** For a body; for each LEAST_PROGRESS of an upload's. */
  body: number
  /** Without a byte either way. Streams of changes have a heartbeat. */
  silence: number
  /** A kept connection without a request. Longer than clients and proxies keep theirs (60 s), or one of theirs would
   *  meet a closed connection. */
  kept: number
}

const PATIENCE: Patience = {
  head: 20 * SECOND,
  body: 60 * SECOND,
  silence: 120 * SECOND,
  kept: 65 * SECOND,
}

/** Bytes: the slowest mobile networks do more in a second or two than this in a minute. */
const LEAST_PROGRESS = 16 * 1024

/** `maxConnections`: further ones are closed at once. */
export function createPatientServer(
  listener: RequestListener,
  maxConnections: number,
  patience = PATIENCE,
): Server {
  const server = createServer(
    {
      headersTimeout: patience.head,
      requestTimeout: 0,
      connectionsCheckingInterval: patience.head / 4,
      keepAliveTimeout: patience.kept,
    },
    (request, response) => {
      if (hasBody(request)) cutWithoutProgress(request, patience.body)
      return listener(request, response)
    },
  )
  server.timeout = patience.silence
  server.maxConnections = maxConnections
  return server
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function cutWithoutProgress(request: IncomingMessage, ms: number): void {
  const { socket } = request
  const least = isUpload(request) ? LEAST_PROGRESS : Number.POSITIVE_INFINITY
  let received = socket.bytesRead
  const check = setInterval(() => {
    if (request.complete) clearInterval(check)
    else if (socket.bytesRead - received < least) socket.destroy()
    received = socket.bytesRead
  }, ms)
  check.unref()
  request.once('close', () => clearInterval(check))
}

function isUpload({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'PATCH' || method === 'POST') && url.startsWith('/api/uploads')
}
