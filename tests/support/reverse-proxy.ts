import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../../scripts/listen.ts'

const CHECK_EVERY = 200 // ms
const TIMEOUT = 10_000 // ms until one of the servers accepts a request
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding']

/**
 * Distributes requests as the proxies of scripts/deploy do: to the server with the fewest open requests, and to
 * another after a refused connection or, for a GET, a 503. A server that is not ready at /api/ready gets none.
 * Bodies are not buffered. Unlike scripts/load/proxy.ts, it runs in the caller's process and counts what each server gets.
 */
export async function startReverseProxy(origins: readonly string[]) {
  const targets = origins.map((origin) => ({ origin, isReady: true, open: 0, served: 0 }))
  const failures: string[] = []
  const stopping = new AbortController()

  async function watchReady(target: (typeof targets)[number]): Promise<void> {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${target.origin}/api/ready`).catch(() => null)
      target.isReady = response?.ok ?? false
      await sleep(CHECK_EVERY)
    }
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const deadline = performance.now() + TIMEOUT
    const refused = new Set<string>()
    while (performance.now() < deadline) {
      const [target] = targets
        .filter(({ origin, isReady }) => isReady && !refused.has(origin))
        .sort((a, b) => a.open - b.open || a.served - b.served)
      const connection = target && (await connectionTo(target.origin))
      if (!connection) {
        if (target) target.isReady = false
        else await sleep(CHECK_EVERY / 2)
        continue
      }
      target.open++
      target.served++
      response.once('close', () => target.open--)
      const received = await send(incoming, connection)
      if (received.statusCode === 503 && incoming.method === 'GET') {
        received.resume()
        refused.add(target.origin)
        continue
      }
      response.writeHead(received.statusCode ?? 502, headersOf(received))
      response.flushHeaders()
      pipeline(received, response, () => undefined)
      return
    }
    throw new Error('no server accepts the request')
  }

  const server = createServer((incoming, response) => {
    forward(incoming, response).catch((error) => {
      failures.push(`${incoming.method} ${incoming.url}: ${error.message}`)
      response.destroy()
    })
  })
  // A client that keeps its connection never finds it closed.
  server.keepAliveTimeout = 0
  const port = await listen(server)
  const watching = Promise.all(targets.map(watchReady))

  return {
    origin: `http://127.0.0.1:${port}`,
    /** Requests to which no server responded. */
    failures: failures as readonly string[],
    /** Number of requests that each server got. */
    served: () => targets.map(({ served }) => served),
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await watching
    },
  }
}

/** Returns null when the connection is refused, before anything was sent. */
async function connectionTo(origin: string): Promise<Socket | null> {
  const connection = connect(Number(new URL(origin).port), '127.0.0.1')
  return once(connection, 'connect').then(
    () => connection,
    () => null,
  )
}

async function send(incoming: IncomingMessage, connection: Socket): Promise<IncomingMessage> {
  const { method, url: path, socket } = incoming
  const headers = { ...headersOf(incoming), 'x-forwarded-for': socket.remoteAddress }
  const outgoing = request({ createConnection: () => connection, method, path, headers })
  const responded = once(outgoing, 'response')
  outgoing.on('error', () => undefined) // also after the response, when nothing waits for it
  incoming.once('close', () => incoming.complete || outgoing.destroy())
  if (method === 'GET' || method === 'HEAD') outgoing.end()
  else incoming.pipe(outgoing)
  const [response] = await responded
  return response
}

function headersOf({ headers }: IncomingMessage) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}
