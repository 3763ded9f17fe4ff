import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { collectDefaultMetrics, type Registry } from 'prom-client'

export interface MetricsAddress {
  port: number
  host: string
  token: string | undefined
}

/** Serves Prometheus at an address of its own, which no proxy forwards. Rejects when it cannot listen. */
export async function serveMetrics(
  registry: Registry,
  { port, host, token }: MetricsAddress,
): Promise<() => void> {
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
    } else if (token !== undefined && !sends(request, token)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    } else {
      const text = await registry.metrics()
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  server.unref()
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** Compares the bearer token in constant time, whatever its length. */
function sends({ headers }: IncomingMessage, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}
