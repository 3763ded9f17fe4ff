import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen, stopListening } from '../listen.ts'

export interface FakeMercadoPago {
  origin: string
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

/**
 * Starts an HTTP server that stands in for Mercado Pago. It accepts any authorization code, as a new seller each time,
 * and creates checkouts (preferences). It confirms no payment. `stop` and `start` are for the fault `providerOutage`.
 * Unlike the one of tests/support/mercado-pago.ts, it checks nothing, so that any number of sellers can connect.
 */
export async function startFakeMercadoPago(): Promise<FakeMercadoPago> {
  let port = 0
  let preferences = 0
  let sellers = 0
  let server: Server

  async function start(): Promise<void> {
    server = createServer(async (request, response) => {
      await text(request)
      const respond = (status: number, body: object) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      if (request.url === '/oauth/token') return void respond(200, tokensOf(++sellers))
      if (request.method !== 'POST') return void respond(200, { paging: { total: 0 }, results: [] })
      const id = `pref-${++preferences}`
      respond(201, { id, init_point: `http://127.0.0.1:${port}/checkout?pref_id=${id}` })
    })
    port = await listen(server, port)
  }

  await start()
  return {
    origin: `http://127.0.0.1:${port}`,
    start,
    stop: () => stopListening(server),
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
