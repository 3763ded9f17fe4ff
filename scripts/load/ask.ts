import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http'
import { text } from 'node:stream/consumers'

/** As web/api/request.ts: how long a person waits before we say that the server does not answer. */
const TIME_LIMIT = 20_000 // ms

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Parsed where it is JSON. */
  body: unknown
}

export interface Asked {
  token?: string | undefined
  body?: unknown
}

/** Answers whatever status came back; rejects when no whole answer did, or not in time. */
export type Ask = (method: 'GET' | 'POST', path: string, asked?: Asked) => Promise<Answer>

/**
 * Requests for thousands of clients over one pool of connections. Cheaper than `fetch`: what the load costs, the
 * servers on the same machine lack.
 */
export function createAsk(origin: string): Ask {
  const agent = new Agent({ keepAlive: true })

  async function ask(method: string, path: string, { token, body }: Asked = {}): Promise<Answer> {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const asking = request(origin + path, {
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
    asking.end(sent)
    const response = await answerTo(asking)
    const { statusCode = 0, headers } = response
    const said = await text(response)
    const isJson = headers['content-type']?.startsWith('application/json')
    return { status: statusCode, headers, body: isJson ? JSON.parse(said) : said }
  }

  return (method, path, asked) =>
    // The server closes a connection that was idle for long. A browser then asks again by itself.
    ask(method, path, asked).catch((error) => {
      if (error instanceof StaleConnection) return ask(method, path, asked)
      throw error
    })
}

class StaleConnection extends Error {}

function answerTo(asking: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asking.once('response', resolve)
    asking.once('error', (error: NodeJS.ErrnoException) => {
      const stale = asking.reusedSocket && error.code === 'ECONNRESET'
      reject(stale ? new StaleConnection('closed while idle', { cause: error }) : error)
    })
  })
}
