import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listen, stopListening } from '../../scripts/listen.ts'

interface App {
  fetch(request: Request, init: undefined, env: object): Response | Promise<Response>
}

/** Serves the app on a port of this machine, for clients that need a real connection. */
export async function serveApp(app: App): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(
    getRequestListener((request, env) => app.fetch(request, undefined, env)),
  )
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    close: () => stopListening(server),
  }
}
