import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { EVENTS, Server } from '@tus/server'
import { type Context as Call, Hono, type HonoRequest, type MiddlewareHandler } from 'hono'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { isId } from '../../shared/id.ts'
import {
  MAX_RECEIPT_BYTES,
  RECEIPT_NOT_UPLOADED,
  RECEIPT_TOO_LARGE,
  UPLOAD_REFUSED,
} from '../../shared/receipt.ts'
import type { Context } from '../context.ts'
import type { LogError } from '../domain/error-log.ts'
import {
  isStorageError,
  isStorageMisconfigured,
  isTransientDatabaseError,
} from '../domain/outage-errors.ts'
import { ReceiptStore } from '../domain/receipts/receipt-store.ts'
import { admitUpload } from '../domain/receipts/receipt-uploads.ts'
import type { Env } from '../http/env.ts'
import { statusOf } from '../http/error-response.ts'
import { limited } from '../http/limited.ts'

const SPACE_AGAIN_S = 600 // when there is no space

const LOCK_DRAIN_MS = 1_000 // after this a request takes the lock from a stalled one

const PROTOCOL = '1.0.0'

/** tus 1.0 (R1). The response to the last byte means: checked, on the disk, attached (R2). Another hash gets 460. */
export function uploadRoutes(context: Context): Hono<UploadEnv> {
  const { config, feed, uploadLocks, logError } = context
  const store = new ReceiptStore({ ...context, onFinished: feed.wake })
  const admitted = new WeakSet<object>() // requests that began a new upload, not a repeated one
  const begun = new WeakSet<object>() // those whose upload exists, whatever became of the bytes that came with it
  const tus = new Server({
    path: '/api/uploads',
    datastore: store,
    maxSize: MAX_RECEIPT_BYTES,
    allowedOrigins: [config.origin],
    relativeLocation: true,
    locker: uploadLocks,
    lockDrainTimeout: LOCK_DRAIN_MS,
    getFileIdFromRequest: (_request, id = '') => (isId(id) ? id : undefined),
    disableTerminationForFinishedUploads: true,
    namingFunction: async (request, metadata) => {
      const size = Number(request.headers.get('Upload-Length'))
      const { id, isNew } = await admitUpload(context, metadata ?? {}, size)
      if (isNew) admitted.add(request)
      return id
    },
    // The capability is not stored, and not returned by HEAD.
    onUploadCreate: async (_request, { metadata }) => {
      const { capability: _, ...rest } = metadata ?? {}
      return { metadata: rest }
    },
    onUploadFinish: async (_request, { id }) => {
      await uploadLocks.withLock(id, () => store.finish(id))
      return {}
    },
    onResponseError: (_request, error) => responseToError(error, logError),
  })

  tus.on(EVENTS.POST_CREATE, (request) => {
    if (admitted.has(request)) begun.add(request)
  })

  /** Counts the declared bytes of an upload for its address when it begins (A5). */
  const countBytes: MiddlewareHandler<UploadEnv> = async (c, next) => {
    const declared = Number(c.req.header('Upload-Length'))
    const bytes = declared > 0 && declared <= MAX_RECEIPT_BYTES ? Math.ceil(declared) : 0
    const address = c.get('address')
    await context.limits.countBytes('bytes of uploads from address', bytes, address)
    await next()
    if (begun.has(c.req.raw)) return
    await context.limits.giveBackBytes('bytes of uploads from address', bytes, address)
  }

  async function handle(c: Call<UploadEnv>): Promise<Response> {
    const response = protocolError(c.req) ?? (await tus.handleWeb(withWholeBody(c)))
    // When a reused connection breaks, Chromium repeats the request from its first byte: the bytes need a new one.
    if (c.req.method === 'POST' || c.req.method === 'HEAD')
      response.headers.set('Connection', 'close')
    if (response.status === statusOf('no-space'))
      response.headers.set('Retry-After', String(SPACE_AGAIN_S))
    // The bytes are stored. On any other 4xx or 5xx tus-js-client starts the upload again from its first byte (R3).
    if (c.req.method === 'HEAD' && response.status >= 500) {
      return new Response(null, { status: 423, headers: response.headers })
    }
    return response.status < 400 ? response : withJsonError(response)
  }

  return (
    new Hono<UploadEnv>()
      .use('/uploads/*', addProtocolHeader)
      .options('/uploads', handle)
      // Only the creation counts: a bad network needs many requests for the bytes.
      .post('/uploads', limited(context, 'uploads from address'), countBytes, handle)
      .on(['PATCH', 'DELETE', 'OPTIONS'], '/uploads/:id', handle)
      .get('/uploads/:id', (c, next) => {
        // Hono routes HEAD here. A real GET would return any finished file to anybody.
        return c.req.method === 'HEAD' ? handle(c) : next()
      })
  )
}

/** tus: "The Tus-Resumable header MUST be included in every request and response except for OPTIONS requests." */
const addProtocolHeader: MiddlewareHandler<UploadEnv> = async (c, next) => {
  await next()
  if (c.req.method !== 'OPTIONS') c.header('Tus-Resumable', PROTOCOL)
}

/** Returns the response to a request that violates tus 1.0. */
function protocolError(request: HonoRequest): Response | undefined {
  if (request.method === 'OPTIONS') return undefined
  // "it MUST respond with the 412 Precondition Failed status and MUST include the Tus-Version header"
  if (request.header('Tus-Resumable') !== PROTOCOL) {
    return new Response(null, { status: 412, headers: { 'Tus-Version': PROTOCOL } })
  }
  // "All PATCH requests MUST use Content-Type: application/offset+octet-stream, otherwise the server SHOULD return a 415"
  const isOfBytes = request.header('Content-Type') === 'application/offset+octet-stream'
  const isRefused = request.method === 'PATCH' && !isOfBytes
  return isRefused ? new Response(null, { status: 415 }) : undefined
}

type UploadEnv = Env & { Bindings: Partial<HttpBindings> }

/** The body ends normally at a disconnection, so that all bytes before it are stored (R3). */
function withWholeBody(c: Call<UploadEnv>): Request {
  const { raw } = c.req
  // Tests call the app without a socket.
  if (raw.method !== 'PATCH' || !c.env?.incoming) return raw
  const body = wholeBody(c.env.incoming as IncomingMessage)
  const init: RequestInit & { duplex: 'half' } = {
    method: raw.method,
    headers: raw.headers,
    body,
    duplex: 'half', // required for a streaming body (fetch standard)
  }
  return new Request(raw.url, init)
}

/** The library's own errors are text (A9). */
async function withJsonError(response: Response): Promise<Response> {
  const { status, headers } = response
  headers.set('Content-Type', 'application/json')
  const text = await response.text()
  if (text.startsWith('{')) return new Response(text, { status, headers })
  headers.delete('Content-Length')
  const { code, message } = asRefusal({ status_code: status })
  return new Response(JSON.stringify({ error: message, code }), { status, headers })
}

function responseToError(error: Error | { status_code: number; body: string }, logError: LogError) {
  const refusal = error instanceof AppError ? error : asRefusal(error)
  if (!(error instanceof AppError) && ['unavailable', 'internal'].includes(refusal.code)) {
    logError('body' in error ? error.body : error, 'upload failed')
  }
  const { code, message } = refusal
  return { status_code: statusFor(error, code), body: JSON.stringify({ error: message, code }) }
}

function asRefusal(error: object): AppError {
  if (isStorageMisconfigured(error)) {
    return new AppError(
      'internal',
      'Error de configuración del servidor. Por favor, contacta al administrador.',
    )
  }
  if (isStorageError(error)) {
    return new AppError(
      'unavailable',
      'No pudimos guardar el archivo. Intenta nuevamente en unos minutos.',
    )
  }
  if (isTransientDatabaseError(error)) return new AppError('unavailable', RECEIPT_NOT_UPLOADED)
  const status = 'status_code' in error ? error.status_code : 500
  switch (status) {
    case 404:
    case 410:
      return new AppError('not-found', UPLOAD_REFUSED)
    case 409:
      return new AppError('conflict', UPLOAD_REFUSED)
    case 413:
      return new AppError('too-large', RECEIPT_TOO_LARGE)
    case 500:
      return new AppError('internal', RECEIPT_NOT_UPLOADED)
    default:
      return new AppError('invalid-input', UPLOAD_REFUSED)
  }
}

/** Those of the protocol stay, because clients depend on them. */
function statusFor(error: object, code: ErrorCode): number {
  if (code === 'unavailable' || error instanceof AppError) return statusOf(code)
  const status = 'status_code' in error ? Number(error.status_code) : 500
  // The client asked for an extension that is not advertised.
  return status === 501 ? 400 : status
}

const ENOUGH_BYTES = 1024 * 1024 // more wait in the socket

/** Ends, instead of failing, when the client disconnects: a failing stream discards its buffer, some 64 kB. */
function wholeBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const body = new Readable({
    read() {
      incoming.resume()
    },
  })
  incoming.on('data', (chunk: Buffer) => {
    body.push(chunk)
    if (body.readableLength > ENOUGH_BYTES) incoming.pause()
  })
  const end = () => body.push(null)
  incoming.once('end', end)
  incoming.once('close', () => incoming.readableEnded || end())
  incoming.on('error', () => undefined) // the stream's end reports it
  return Readable.toWeb(body) as ReadableStream<Uint8Array>
}
