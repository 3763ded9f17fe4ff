import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen, stopListening } from '../../scripts/listen.ts'
import type { Visitor } from './visitor.ts'

const CLIENT = { id: '7421', secret: 'secreto-de-la-aplicacion' }
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

/** Accounts at Mercado Pago. */
export const LUCIA_SELLS = { id: 1001, email: 'lucia.cobra@example.com' }
export const BRUNO_SELLS = { id: 1002, email: 'bruno.cobra@example.com' }
const SELLERS = [LUCIA_SELLS, BRUNO_SELLS]

export interface Payment {
  id: number
  /** The account that was paid. */
  collector_id: number
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

/** Replaces the handling of a request, or runs after it; then `acted` is true. */
type Trouble = (response: ServerResponse, request: IncomingMessage, acted: boolean) => boolean

/**
 * Starts a server with Mercado Pago's documented API on a port of this machine: preferences, payments and their
 * search, the payment page, and OAuth for two sellers. A seller sees only their own data. It sends no notices
 * itself: `noticeOf` makes them. Unlike the one of scripts/load/fake-mercado-pago.ts, it checks codes and tokens.
 */
export async function startMercadoPago() {
  const preferences = new Map<string, Preference & { seller: number }>()
  const codes = new Map<string, { seller: number; challenge: string; redirectUri: string }>()
  /** Valid tokens, and the seller of each. */
  const accessTokens = new Map<string, number>()
  const refreshTokens = new Map<string, number>()
  const payments = new Map<string, Payment>()
  let clock = Date.parse('2026-11-21T12:00:00.000Z')
  let lastId = 10_000_000

  const server = createServer(async (request, response) => {
    const body = await text(request)
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
  const origin = `http://127.0.0.1:${await listen(server)}`

  function handle({ method, url = '', headers }: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(url, origin)
    if (pathname === '/checkout/v1/redirect') return page(searchParams)
    if (pathname === '/authorization') return consent(searchParams)
    if (method === 'POST' && pathname === '/oauth/token') return token(new URLSearchParams(body))
    const seller = accessTokens.get(headers.authorization?.replace('Bearer ', '') ?? '')
    if (seller === undefined) return { status: 401, answer: { message: 'invalid access token' } }
    if (pathname === '/users/me') {
      return { status: 200, answer: SELLERS.find(({ id }) => id === seller) }
    }
    if (method === 'POST' && pathname === '/checkout/preferences') {
      const id = `pref-${preferences.size + 1}`
      const preference = { ...(JSON.parse(body) as Preference), id, seller }
      preferences.set(id, preference)
      const address = `${origin}/checkout/v1/redirect?pref_id=${preference.id}`
      return {
        status: 201,
        answer: { id: preference.id, init_point: address, sandbox_init_point: address },
      }
    }
    if (method === 'GET' && pathname === '/v1/payments/search') {
      const reference = searchParams.get('external_reference')
      const results = [...payments.values()].filter(
        (p) => p.external_reference === reference && p.collector_id === seller,
      )
      return { status: 200, answer: { paging: { total: results.length }, results } }
    }
    const [, id = ''] = /^\/v1\/payments\/(\d+)$/.exec(pathname) ?? []
    const payment = payments.get(id)
    return payment?.collector_id === seller
      ? { status: 200, answer: payment }
      : { status: 404, answer: { message: 'Payment not found' } }
  }

  /** The page where a seller grants or denies access. */
  function consent(query: URLSearchParams): Answer {
    const choice = query.get('as')
    if (choice === null) {
      const choices = SELLERS.map(({ id, email }) => `<a href="?${query}&as=${id}">${email}</a>`)
      return {
        status: 200,
        answer: `<h1>Autorizar</h1>${choices.join(' ')} <a href="?${query}&as=nobody">No autorizar</a>`,
      }
    }
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    const isOurs = query.get('client_id') === CLIENT.id && query.get('response_type') === 'code'
    if (choice === 'nobody' || !isOurs || query.get('code_challenge_method') !== 'S256') {
      back.searchParams.set('error', 'access_denied')
    } else {
      const code = `TG-${randomUUID()}`
      codes.set(code, {
        seller: Number(choice),
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      })
      back.searchParams.set('code', code)
    }
    return { status: 302, answer: '', location: back.href }
  }

  function token(form: URLSearchParams): Answer {
    const refused = (error: string) => ({ status: 400, answer: { error, message: error } })
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret) {
      return refused('invalid_client')
    }
    if (form.get('grant_type') === 'refresh_token') {
      const old = form.get('refresh_token') ?? ''
      const seller = refreshTokens.get(old)
      refreshTokens.delete(old)
      return seller === undefined ? refused('invalid_grant') : grant(seller)
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood = code?.challenge === challenge && code.redirectUri === form.get('redirect_uri')
    return code && isGood ? grant(code.seller) : refused('invalid_grant')
  }

  function grant(seller: number): Answer {
    const accessToken = `APP_USR-${randomUUID()}-${seller}`
    const refreshToken = `TG-${randomUUID()}-${seller}`
    accessTokens.set(accessToken, seller)
    refreshTokens.set(refreshToken, seller)
    return {
      status: 200,
      answer: {
        access_token: accessToken,
        refresh_token: refreshToken,
        token_type: 'bearer',
        expires_in: 15_552_000,
        scope: 'offline_access read write',
        user_id: seller,
        public_key: `APP_USR-${randomUUID()}`,
        live_mode: true,
      },
    }
  }

  /** The payment page: three buttons, each of which redirects as documented. */
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
      MERCADOPAGO_CLIENT_ID: CLIENT.id,
      MERCADOPAGO_CLIENT_SECRET: CLIENT.secret,
      MERCADOPAGO_WEBHOOK_SECRET: SECRET,
      MERCADOPAGO_API_URL: origin,
      MERCADOPAGO_AUTH_URL: origin,
    },
    /** The tokens, which must not appear anywhere else. */
    secrets: () => [...accessTokens.keys(), ...refreshTokens.keys()],
    preferences,
    payments,
    asked: [] as string[],
    trouble: (() => false) as Trouble,

    /** A seller grants access; returns the path to which the browser is redirected. */
    authorize(address: string, seller = LUCIA_SELLS.id): string {
      const query = new URL(address).searchParams
      query.set('as', String(seller))
      const { pathname, search } = new URL(consent(query).location ?? '')
      return pathname + search
    },

    /** A person connects their account. */
    async connect(person: Visitor, seller = LUCIA_SELLS.id): Promise<void> {
      const { body } = await person.post('/api/account/mercado-pago/connect')
      const { headers } = await person.get(provider.authorize(body.url, seller))
      const end = headers.get('location')
      if (!end?.endsWith('=connected')) throw new Error(`Not connected: ${end}`)
    },

    /** The seller revokes the access. */
    revoke(seller: number): void {
      for (const tokens of [accessTokens, refreshTokens]) {
        for (const [token, whose] of tokens) if (whose === seller) tokens.delete(token)
      }
    },

    /** All access tokens expire. */
    endAccess(seller: number): void {
      for (const [token, whose] of accessTokens) if (whose === seller) accessTokens.delete(token)
    },

    /** A person pays a preference; `changes` alter the payment. */
    pay(reference: string, status: PaymentStatus, changes: Partial<Payment> = {}): Payment {
      const preference = [...preferences.values()].find((p) => p.external_reference === reference)
      const [item] = preference?.items ?? []
      const payment: Payment = {
        id: ++lastId,
        collector_id: preference?.seller ?? LUCIA_SELLS.id,
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

    /** Returns a signed notice, which a test may alter. */
    noticeOf(id: number | string, changes: NoticeChanges = {}) {
      const { ts = Date.now(), secret = SECRET, type = 'payment' } = changes
      const { seller = payments.get(String(id))?.collector_id ?? LUCIA_SELLS.id } = changes
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
          user_id: seller,
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

    stop: () => stopListening(server),
  }
  return provider
}

interface NoticeChanges {
  ts?: number
  secret?: string
  type?: string
  /** The seller that the payment names. */
  seller?: number
}

export type SignedNotice = ReturnType<MercadoPago['noticeOf']>
