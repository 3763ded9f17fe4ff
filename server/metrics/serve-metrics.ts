import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { collectDefaultMetrics, type Registry } from 'prom-client'

export interface MetricsAddress {
  port: number
  host: string
  /** The bearer token that a scraper must send. Absent: whoever reaches the address may ask. */
  token: string | undefined
}

/**
 * Serves `GET /metrics` on an address of its own, which no proxy leads to. Rejects when that address cannot be
 * listened on. Returns the function that stops it.
 */
export async function serveMetrics(
  registry: Registry,
  { port, host, token }: MetricsAddress,
): Promise<() => void> {
  // Memory, garbage collection, and how late the event loop is.
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

/** Compared in constant time, whatever its length. */
function sends({ headers }: IncomingMessage, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}
