/*
 * Mercado Pago's Checkout Pro. A webhook is not trusted: the payment that it names is fetched. Requests use the token
 * of the organiser's own account, which gets the money.
 */
import * as z from 'zod/mini'
import { links } from '../../shared/links.ts'
import { DAY, SECOND } from '../../shared/time.ts'
import { checkSignature } from './check-signature.ts'
import {
  type Order,
  type PaymentProvider,
  type ProviderPayment,
  providerUnavailable,
  type SellerAccount,
  SellerRefused,
  type Webhook,
} from './payment-provider.ts'

export interface MercadoPagoApplication {
  clientId: string
  clientSecret: string
  webhookSecret: string
  apiOrigin: string // without a trailing slash: https://api.mercadopago.com
  authOrigin: string // the authorization server: https://auth.mercadopago.com
}

interface Tools {
  origin: string
  now(): Date
  timeoutMs?: number
}

const TIMEOUT_MS = 8 * SECOND // it expects our response to a webhook within 22 s
const PAYABLE_FOR = 3 * DAY // long enough to pay in cash; after it the page closes

export function mercadoPago(
  { webhookSecret, apiOrigin }: Pick<MercadoPagoApplication, 'webhookSecret' | 'apiOrigin'>,
  { origin, now, timeoutMs = TIMEOUT_MS }: Tools,
): PaymentProvider {
  async function ask(seller: SellerAccount, path: string, body?: object): Promise<unknown> {
    try {
      const response = await fetch(new URL(path, apiOrigin), {
        method: body ? 'POST' : 'GET',
        headers: {
          Authorization: `Bearer ${seller.accessToken}`,
          'Content-Type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status === 404) return null
      if (response.status === 401) throw new SellerRefused('Mercado Pago', seller.id)
      if (!response.ok) throw new Error(`Mercado Pago returned ${response.status}`)
      return await response.json()
    } catch (cause) {
      if (cause instanceof SellerRefused) throw cause
      throw providerUnavailable('Mercado Pago', cause)
    }
  }

  async function create(order: Order): Promise<string> {
    const { reference, amount, collection, payer, seller } = order
    if (!seller) throw providerUnavailable('Mercado Pago', new Error('Nobody to be paid'))
    const back = (path: string) => new URL(path, origin).href
    const made = await ask(seller, '/checkout/preferences', {
      items: [
        {
          id: collection.id,
          title: collection.title,
          description: `Aporte a ${collection.title}`,
          unit_price: amount / 100,
          quantity: 1,
          currency_id: 'ARS',
        },
      ],
      external_reference: reference,
      payer,
      back_urls: {
        success: back(links.paymentSuccess(reference)),
        failure: back(links.paymentError(reference)),
        pending: back(links.paymentPending(reference)),
      },
      auto_return: 'approved',
      statement_descriptor: 'ENTRE TODOS',
      expires: true,
      expiration_date_to: new Date(now().getTime() + PAYABLE_FOR).toISOString(),
      // It rejects notification URLs that are not public.
      ...(origin.startsWith('https:') && {
        notification_url: back(
          `/api/webhooks/mercadopago?source_news=webhooks&user_id=${seller.id}`,
        ),
      }),
    })
    const parsed = preference.safeParse(made)
    if (!parsed.success) throw providerUnavailable('Mercado Pago', parsed.error)
    const { init_point, sandbox_init_point } = parsed.data
    const url = seller.accessToken.startsWith('TEST-')
      ? (sandbox_init_point ?? init_point)
      : init_point
    if (!isPageOf(apiOrigin, url)) {
      throw providerUnavailable('Mercado Pago', new Error('The preference leads somewhere else'))
    }
    return url
  }

  function verify({ query, header, body }: Webhook) {
    const id = query.get('data.id')
    const requestId = header('x-request-id')
    const signature = checkSignature(
      webhookSecret,
      header('x-signature'),
      (ts) =>
        [
          id && `id:${id.toLowerCase()};`,
          requestId && `request-id:${requestId};`,
          `ts:${ts};`,
        ].join(''),
      now(),
    )
    const isPayment = query.get('type') === 'payment' && id !== null && /^\d{1,20}$/.test(id)
    return {
      signature,
      sellerId: query.get('user_id') ?? sellerIn(body),
      payment: async (seller: SellerAccount | null) =>
        isPayment && seller ? fetchPayment(seller, id) : null,
    }
  }

  async function fetchPayment(seller: SellerAccount, id: string): Promise<ProviderPayment | null> {
    const found = await ask(seller, `/v1/payments/${id}`)
    return found === null ? null : paymentIn(found)
  }

  async function find(
    reference: string,
    seller: SellerAccount | null,
  ): Promise<ProviderPayment[] | null> {
    if (!seller) return null
    const query = new URLSearchParams({ external_reference: reference })
    const found = foundPayments.safeParse(await ask(seller, `/v1/payments/search?${query}`))
    if (!found.success) throw providerUnavailable('Mercado Pago', found.error)
    return found.data.results.flatMap((result) => {
      const payment = paymentIn(result)
      return payment?.reference === reference ? [payment] : []
    })
  }

  return {
    method: 'MercadoPago',
    hasSellers: true,
    payableFor: PAYABLE_FOR,
    referenceOf: (id) => id,
    create,
    verify,
    find,
  }
}

/** Returns null for a payment that is not ours: another program may use the account. */
function paymentIn(value: unknown): ProviderPayment | null {
  const parsed = payment.safeParse(value)
  if (!parsed.success) throw providerUnavailable('Mercado Pago', parsed.error)
  const { id, external_reference: reference, status, currency_id: currency, ...rest } = parsed.data
  const { collector_id, collector } = rest
  if (!reference || !/^[\w-]{1,100}$/.test(reference)) return null
  return {
    id: String(id),
    reference,
    sellerId: String(collector_id ?? collector?.id ?? ''),
    state: STATES[status] ?? 'pending',
    amount: Math.round(rest.transaction_amount * 100),
    refunded: Math.round((rest.transaction_amount_refunded ?? 0) * 100),
    currency,
    updatedAt: new Date(rest.date_last_updated).toISOString(),
  }
}

/** Only `approved` is money; refunded, charged_back and cancelled undo it. */
const STATES: Record<string, ProviderPayment['state'] | undefined> = {
  pending: 'pending',
  authorized: 'pending',
  in_process: 'pending',
  in_mediation: 'pending',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'undone',
  refunded: 'undone',
  charged_back: 'undone',
}

function sellerIn(body: string): string | null {
  try {
    return String(webhookBody.parse(JSON.parse(body)).user_id)
  } catch {
    return null
  }
}

const accountNumber = z.union([z.int(), z.string().check(z.regex(/^\d{1,20}$/))])
const webhookBody = z.object({ user_id: accountNumber })

const preference = z.object({
  id: z.string(),
  init_point: z.url(),
  sandbox_init_point: z.optional(z.url()),
})

const payment = z.object({
  id: z.union([z.int(), z.string()]),
  status: z.string(),
  external_reference: z.nullish(z.string()),
  collector_id: z.nullish(accountNumber), // a search returns it in either form
  collector: z.nullish(z.object({ id: z.nullish(accountNumber) })),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.nullish(z.number()),
  currency_id: z.string(),
  date_last_updated: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
})

const foundPayments = z.object({ results: z.array(z.unknown()) })

/** People are redirected only to pages of Mercado Pago in its countries, or of a stand-in. */
function isPageOf(apiOrigin: string, url: string): boolean {
  const { protocol, hostname, origin } = new URL(url)
  if (origin === apiOrigin) return true
  return (
    apiOrigin === MERCADO_PAGO &&
    protocol === 'https:' &&
    /(^|\.)mercadopago\.com(\.[a-z]{2})?$/.test(hostname)
  )
}

export const MERCADO_PAGO = 'https://api.mercadopago.com'
export const MERCADO_PAGO_AUTH = 'https://auth.mercadopago.com'
