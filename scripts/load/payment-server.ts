import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface PaymentServer {
  origin: string
  stop(): Promise<void>
  /** After that: at the same address. */
  start(): Promise<void>
}

/** As much of Mercado Pago as a checkout's beginning asks for: preferences. Nobody ever pays. */
export async function startPaymentServer(): Promise<PaymentServer> {
  let port = 0
  let preferences = 0
  let server: Server

  async function start(): Promise<void> {
    server = createServer(async (request, response) => {
      await text(request)
      const isNew = request.method === 'POST'
      preferences += 1
      const id = `pref-${preferences}`
      const answer = isNew
        ? { id, init_point: `http://127.0.0.1:${port}/checkout?pref_id=${id}` }
        : { paging: { total: 0 }, results: [] }
      response.writeHead(isNew ? 201 : 200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  await start()
  return {
    origin: `http://127.0.0.1:${port}`,
    start,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
