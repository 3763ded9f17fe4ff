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

/**
 * As much of Mercado Pago as a checkout's beginning asks for: tokens for any code, each of another seller, and
 * preferences. Nobody ever pays.
 */
export async function startPaymentServer(): Promise<PaymentServer> {
  let port = 0
  let preferences = 0
  let sellers = 0
  let server: Server

  async function start(): Promise<void> {
    server = createServer(async (request, response) => {
      await text(request)
      if (request.url === '/oauth/token') {
        sellers += 1
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify(tokensOf(sellers)))
        return
      }
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

function tokensOf(seller: number) {
  return {
    user_id: seller,
    access_token: `APP_USR-${seller}`,
    refresh_token: `TG-${seller}`,
    expires_in: 15_552_000,
  }
}
