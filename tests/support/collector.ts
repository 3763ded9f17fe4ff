import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Collector = Awaited<ReturnType<typeof startCollector>>

export interface Collected {
  /** With its query. */
  path: string
  headers: IncomingMessage['headers']
  /** As it came. */
  body: string
}

export interface CollectedEvent {
  name: string
  params: Record<string, string | number>
}

/** A collector of events on a port of this machine, that speaks GA4's Measurement Protocol. */
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const collector = {
    collected,
    /** Google answers 204, whatever it was sent. */
    answer: (response: ServerResponse) => void response.writeHead(204).end(),
    /** The environment of a server that sends here. */
    env: {
      ANALYTICS_ID: 'G-ENTRETODOS',
      ANALYTICS_SECRET: 'secreto-de-la-medicion',
      ANALYTICS_URL: `http://127.0.0.1:${port}/mp/collect`,
    },
    events: (): CollectedEvent[] => collected.flatMap(({ body }) => JSON.parse(body).events),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}
