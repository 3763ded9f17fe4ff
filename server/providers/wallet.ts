/*
 * MODO's wallet. Webhooks come through a gateway, which must sign them: `POST /api/webhooks/modo`, JSON `{id, reference,
 * status, amount, currency, updated_at}`, amount in pesos, `x-signature: ts=...,v1=...`, the HMAC-SHA256 in hex of
 * `ts.body` under WALLET_WEBHOOK_SECRET.
 */
import * as z from 'zod/mini'
import { AppError } from '../../shared/errors.ts'
import { links } from '../../shared/links.ts'
import { checkSignature } from './check-signature.ts'
import type { Order, PaymentProvider, ProviderPayment, Webhook } from './payment-provider.ts'

export interface WalletAccount {
  redirectUrl: string
  webhookSecret: string
}

interface Tools {
  origin: string
  now(): Date
}

const MAX_CONCEPT = 60

export function wallet(
  { redirectUrl, webhookSecret }: WalletAccount,
  { origin, now }: Tools,
): PaymentProvider {
  async function create({ reference, amount, collection }: Order): Promise<string> {
    if (collection.bankAccount === '') {
      throw new AppError('invalid-input', 'La colecta no tiene configurada una cuenta bancaria')
    }
    const url = new URL(redirectUrl)
    url.searchParams.set('alias', collection.bankAccount)
    url.searchParams.set('amount', (amount / 100).toFixed(2))
    url.searchParams.set('concept', Array.from(collection.title).slice(0, MAX_CONCEPT).join(''))
    url.searchParams.set('callback', new URL(links.paymentCallback(reference), origin).href)
    return url.href
  }

  function verify({ header, body }: Webhook) {
    const signature = checkSignature(
      webhookSecret,
      header('x-signature'),
      (ts) => `${ts}.${body}`,
      now(),
    )
    return { signature, sellerId: null, payment: async () => paymentIn(body) }
  }

  return {
    method: 'MODO',
    hasSellers: false,
    payableFor: Number.POSITIVE_INFINITY,
    referenceOf: (id) => `MODO_${id}`,
    create,
    verify,
    find: async () => null,
  }
}

function paymentIn(body: string): ProviderPayment | null {
  const parsed = webhookBody.safeParse(jsonIn(body))
  if (!parsed.success) return null
  const { id, reference, status, amount, currency, updated_at } = parsed.data
  return {
    id,
    reference,
    sellerId: null,
    state: STATES[status] ?? 'pending',
    amount: Math.round(amount * 100),
    refunded: 0,
    currency,
    updatedAt: new Date(updated_at).toISOString(),
  }
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const STATES: Record<string, ProviderPayment['state'] | undefined> = {
  pending: 'pending',
  approved: 'approved',
  completed: 'approved',
  rejected: 'rejected',
  cancelled: 'undone',
  refunded: 'undone',
  charged_back: 'undone',
}

const word = z.string().check(z.regex(/^[\w.:-]{1,100}$/))
const webhookBody = z.object({
  id: word,
  reference: word,
  status: z.string(),
  amount: z.number().check(z.gte(0), z.lte(1e12)),
  currency: z.string(),
  updated_at: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
})
