import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

interface App {
  fetch(request: Request, init: undefined, env: object): Response | Promise<Response>
}

/** Serves the app on a port of this machine, for clients that need a real connection. */
export async function serveApp(app: App): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(
    getRequestListener((request, env) => app.fetch(request, undefined, env)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
