import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY = 200 // ms
const PATIENCE = 10_000 // ms for any of them to take a request
const OF_ONE_LINE = ['connection', 'keep-alive', 'transfer-encoding']

/**
 * Shares requests out among servers as the proxies of scripts/deploy do: to the one with the fewest under
 * way; to another where a connection is refused, or where a question is answered with 503; and to none
 * that says at /api/ready that it is about to end. Everything is handed on as it comes.
 */
export async function startReverseProxy(origins: readonly string[]) {
  const targets = origins.map((origin) => ({ origin, isReady: true, underWay: 0, served: 0 }))
  const failures: string[] = []
  const stopping = new AbortController()

  async function look(target: (typeof targets)[number]): Promise<void> {
    while (!stopping.signal.aborted) {
      const answer = await fetch(`${target.origin}/api/ready`).catch(() => null)
      target.isReady = answer?.ok ?? false
      await sleep(LOOK_EVERY)
    }
  }

  async function handOn(question: IncomingMessage, response: ServerResponse): Promise<void> {
    const patience = performance.now() + PATIENCE
    const refused = new Set<string>()
    while (performance.now() < patience) {
      const [target] = targets
        .filter(({ origin, isReady }) => isReady && !refused.has(origin))
        .sort((a, b) => a.underWay - b.underWay || a.served - b.served)
      const line = target && (await lineTo(target.origin))
      if (!line) {
        if (target) target.isReady = false
        else await sleep(LOOK_EVERY / 2)
        continue
      }
      target.underWay++
      target.served++
      response.once('close', () => target.underWay--)
      const answer = await ask(question, line)
      if (answer.statusCode === 503 && question.method === 'GET') {
        answer.resume()
        refused.add(target.origin)
        continue
      }
      response.writeHead(answer.statusCode ?? 502, headersOf(answer))
      response.flushHeaders()
      pipeline(answer, response, () => undefined)
      return
    }
    throw new Error('nobody takes it')
  }

  const server = createServer((question, response) => {
    handOn(question, response).catch((error) => {
      failures.push(`${question.method} ${question.url}: ${error.message}`)
      response.destroy()
    })
  })
  // A client that keeps its line never meets a closed one.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const looking = Promise.all(targets.map(look))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests that no server answered. */
    failures: failures as readonly string[],
    /** How many requests each of them was given. */
    served: () => targets.map(({ served }) => served),
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      await looking
    },
  }
}

/** Null where the connection is refused: nothing was sent then. */
async function lineTo(origin: string): Promise<Socket | null> {
  const line = connect(Number(new URL(origin).port), '127.0.0.1')
  return once(line, 'connect').then(
    () => line,
    () => null,
  )
}

async function ask(question: IncomingMessage, line: Socket): Promise<IncomingMessage> {
  const { method, url: path, socket } = question
  const headers = { ...headersOf(question), 'x-forwarded-for': socket.remoteAddress }
  const asking = request({ createConnection: () => line, method, path, headers })
  const answered = once(asking, 'response')
  asking.on('error', () => undefined) // also after its answer, when there is nobody to tell
  question.once('close', () => question.complete || asking.destroy())
  if (method === 'GET' || method === 'HEAD') asking.end()
  else question.pipe(asking)
  const [answer] = await answered
  return answer
}

function headersOf({ headers }: IncomingMessage) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_LINE.includes(name)))
}
