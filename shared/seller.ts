import * as z from 'zod/mini'

/** The Mercado Pago account that gets an organiser's card payments. */
export const seller = z.object({
  accountId: z.string(),
  /** The name at the provider; null where it did not return one. */
  accountName: z.nullable(z.string()),
  connectedAt: z.string(), // ISO 8601
  /** The provider rejects our token: no payment is accepted until the person connects again. */
  isBroken: z.boolean(),
})
export type Seller = z.infer<typeof seller>

export const CONNECTIONS = ['connected', 'cancelled', 'failed', 'unavailable'] as const
export type Connection = (typeof CONNECTIONS)[number]
