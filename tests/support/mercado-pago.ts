import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const TOKEN = 'APP_USR-1234-token-de-prueba'
const SECRET = 'secreto-de-los-avisos'

export type MercadoPago = Awaited<ReturnType<typeof startMercadoPago>>

export type PaymentStatus =
  | 'pending'
  | 'approved'
  | 'authorized'
  | 'in_process'
  | 'in_mediation'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'charged_back'

interface Preference {
  id: string
  items: { title: string; unit_price: number; quantity: number; currency_id: string }[]
  external_reference: string
  back_urls: Record<'success' | 'failure' | 'pending', string>
  [other: string]: unknown
}

export interface Payment {
  id: number
  status: PaymentStatus
  external_reference: string
  transaction_amount: number
  transaction_amount_refunded: number
  currency_id: string
  date_last_updated: string
}

interface Answer {
  status: number
  answer: unknown
  location?: string
}

/** What happens to a request instead, or after the answer was made: then `acted` is true. */
type Trouble = (response: ServerResponse, request: IncomingMessage, acted: boolean) => boolean

/**
 * A server on a port of this machine that answers as Mercado Pago documents it: preferences, payments and
 * their search, and a page where a person pays. It sends no notices itself: `noticeOf` makes them.
 */
export async function startMercadoPago() {
  const preferences = new Map<string, Preference>()
  const payments = new Map<string, Payment>()
  let clock = Date.parse('2026-11-21T12:00:00.000Z')
  let lastId = 10_000_000

  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    provider.asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (provider.trouble(response, request, false)) return
    const { status, answer, location } = handle(request, body)
    if (provider.trouble(response, request, true)) return
    const isPage = typeof answer === 'string'
    response.writeHead(status, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      ...(location && { location }),
    })
    response.end(isPage ? answer : JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function handle({ method, url = '', headers }: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(url, origin)
    if (pathname === '/checkout/v1/redirect') return page(searchParams)
    if (headers.authorization !== `Bearer ${TOKEN}`) {
      return { status: 401, answer: { message: 'invalid access token' } }
    }
    if (method === 'POST' && pathname === '/checkout/preferences') {
      const preference: Preference = { ...JSON.parse(body), id: `pref-${preferences.size + 1}` }
      preferences.set(preference.id, preference)
      const address = `${origin}/checkout/v1/redirect?pref_id=${preference.id}`
      return {
        status: 201,
        answer: { id: preference.id, init_point: address, sandbox_init_point: address },
      }
    }
    if (method === 'GET' && pathname === '/v1/payments/search') {
      const reference = searchParams.get('external_reference')
      const results = [...payments.values()].filter((p) => p.external_reference === reference)
      return { status: 200, answer: { paging: { total: results.length }, results } }
    }
    const [, id = ''] = /^\/v1\/payments\/(\d+)$/.exec(pathname) ?? []
    const payment = payments.get(id)
    return payment
      ? { status: 200, answer: payment }
      : { status: 404, answer: { message: 'Payment not found' } }
  }

  /** Where a person pays: three buttons, each of which leads back as the documents say. */
  function page(query: URLSearchParams): Answer {
    const preference = preferences.get(query.get('pref_id') ?? '')
    if (!preference) return { status: 404, answer: '<p>No existe</p>' }
    const outcome = query.get('outcome') as 'approved' | 'pending' | 'rejected' | null
    if (!outcome) {
      const buttons = (['approved', 'pending', 'rejected'] as const).map(
        (to) => `<a href="?pref_id=${preference.id}&outcome=${to}">${to}</a>`,
      )
      return { status: 200, answer: `<h1>Checkout Pro</h1>${buttons.join(' ')}` }
    }
    const { id } = provider.pay(preference.external_reference, outcome)
    const { success, failure, pending } = preference.back_urls
    const back = new URL({ approved: success, pending, rejected: failure }[outcome])
    for (const [name, value] of [
      ['collection_id', String(id)],
      ['collection_status', outcome],
      ['payment_id', String(id)],
      ['status', outcome],
      ['external_reference', preference.external_reference],
      ['merchant_account_id', 'null'],
    ] as const) {
      back.searchParams.set(name, value)
    }
    return { status: 302, answer: '', location: back.href }
  }

  function tick(): string {
    clock += 1_000
    return new Date(clock).toISOString()
  }

  const provider = {
    origin,
    env: {
      MERCADOPAGO_ACCESS_TOKEN: TOKEN,
      MERCADOPAGO_WEBHOOK_SECRET: SECRET,
      MERCADOPAGO_API_URL: origin,
    },
    preferences,
    payments,
    asked: [] as string[],
    trouble: (() => false) as Trouble,

    /** Somebody pays what its preference asks for, unless `changes` say otherwise. */
    pay(reference: string, status: PaymentStatus, changes: Partial<Payment> = {}): Payment {
      const preference = [...preferences.values()].find((p) => p.external_reference === reference)
      const [item] = preference?.items ?? []
      const payment: Payment = {
        id: ++lastId,
        status,
        external_reference: reference,
        transaction_amount: item?.unit_price ?? 0,
        transaction_amount_refunded: 0,
        currency_id: item?.currency_id ?? 'ARS',
        date_last_updated: tick(),
        ...changes,
      }
      payments.set(String(payment.id), payment)
      return payment
    },

    change(id: number, status: PaymentStatus, changes: Partial<Payment> = {}): void {
      const payment = payments.get(String(id))
      if (!payment) throw new Error('No such payment')
      payments.set(String(id), { ...payment, status, date_last_updated: tick(), ...changes })
    },

    /** A notice as it is sent, signed; a test may spoil it. */
    noticeOf(id: number | string, { ts = Date.now(), secret = SECRET, type = 'payment' } = {}) {
      const requestId = randomUUID()
      const manifest = `id:${String(id).toLowerCase()};request-id:${requestId};ts:${ts};`
      const v1 = createHmac('sha256', secret).update(manifest).digest('hex')
      return {
        path: `/api/webhooks/mercadopago?data.id=${id}&type=${type}`,
        headers: {
          'content-type': 'application/json',
          'x-request-id': requestId,
          'x-signature': `ts=${ts},v1=${v1}`,
        } as Record<string, string>,
        body: JSON.stringify({
          id: Number(id) * 7,
          type,
          action: 'payment.updated',
          data: { id: String(id) },
        }),
      }
    },

    calm() {
      provider.trouble = () => false
      provider.asked.length = 0
    },

    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}

export type SignedNotice = ReturnType<MercadoPago['noticeOf']>

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
