/** The account at Mercado Pago that a person connected, as they see it. */
export interface Seller {
  accountId: string
  /** As the provider calls it; null where it did not say. */
  accountName: string | null
  /** ISO 8601. */
  connectedAt: string
  /** The provider does not let us in any more: nothing is taken until the person connects again. */
  isBroken: boolean
}

/** How a person comes back from connecting their account. */
export const CONNECTIONS = ['connected', 'cancelled', 'failed', 'unavailable'] as const
export type Connection = (typeof CONNECTIONS)[number]
