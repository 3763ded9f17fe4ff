import * as z from 'zod/mini'

/** The Mercado Pago account that gets an organiser's card payments. */
export const seller = z.object({
  accountId: z.string(),
  /** As the provider calls it; null where it did not say. */
  accountName: z.nullable(z.string()),
  connectedAt: z.string(), // ISO 8601
  /** The provider does not let us in any more: nothing is taken until the person connects again. */
  isBroken: z.boolean(),
})
export type Seller = z.infer<typeof seller>

export const CONNECTIONS = ['connected', 'cancelled', 'failed', 'unavailable'] as const
export type Connection = (typeof CONNECTIONS)[number]
