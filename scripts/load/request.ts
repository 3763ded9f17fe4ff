import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http'
import { text } from 'node:stream/consumers'

/** The limit of web/api/request.ts. After it the page says that the server does not respond. */
const TIME_LIMIT = 20_000 // ms

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  /** Parsed if it is JSON. */
  body: unknown
}

export interface RequestOptions {
  token?: string | undefined
  body?: unknown
}

/** Resolves for any status; rejects if no complete response arrives in time. */
export type Send = (
  method: 'GET' | 'POST',
  path: string,
  options?: RequestOptions,
) => Promise<HttpResponse>

/**
 * Sends requests for thousands of clients over one pool of connections. It costs less than `fetch`, and the
 * servers share this machine's processors.
 */
export function createSend(origin: string): Send {
  const agent = new Agent({ keepAlive: true })

  async function send(method: string, path: string, { token, body }: RequestOptions = {}) {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const outgoing = request(origin + path, {
      method,
      agent,
      signal: AbortSignal.timeout(TIME_LIMIT),
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(sent === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) }),
      },
    })
    outgoing.end(sent)
    const response = await responseTo(outgoing)
    const { statusCode = 0, headers } = response
    const received = await text(response)
    const isJson = headers['content-type']?.startsWith('application/json')
    return { status: statusCode, headers, body: isJson ? JSON.parse(received) : received }
  }

  return (method, path, options) =>
    // The server closes idle connections. A browser repeats such a request by itself.
    send(method, path, options).catch((error) => {
      if (error instanceof StaleConnection) return send(method, path, options)
      throw error
    })
}

class StaleConnection extends Error {}

function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET'
      reject(isStale ? new StaleConnection('closed while idle', { cause: error }) : error)
    })
  })
}
