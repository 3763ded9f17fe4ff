import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen, stopListening } from '../../scripts/listen.ts'

export type Collector = Awaited<ReturnType<typeof startCollector>>

export interface Collected {
  /** Includes the query. */
  path: string
  headers: IncomingMessage['headers']
  /** Not parsed. */
  body: string
}

export interface CollectedEvent {
  name: string
  params: Record<string, string | number>
}

/** Starts a collector of events with GA4's Measurement Protocol on a port of this machine. */
export async function startCollector() {
  const collected: Collected[] = []
  const server = createServer(async (request, response) => {
    collected.push({
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    })
    collector.answer(response)
  })
  const port = await listen(server)

  const collector = {
    collected,
    /** Google responds with 204 to any request. */
    answer: (response: ServerResponse) => void response.writeHead(204).end(),
    /** The environment of a server that sends its events to this collector. */
    env: {
      ANALYTICS_ID: 'G-ENTRETODOS',
      ANALYTICS_SECRET: 'secreto-de-la-medicion',
      ANALYTICS_URL: `http://127.0.0.1:${port}/mp/collect`,
    },
    events: (): CollectedEvent[] => collected.flatMap(({ body }) => JSON.parse(body).events),
    stop: () => stopListening(server),
  }
  return collector
}
