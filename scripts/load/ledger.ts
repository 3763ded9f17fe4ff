/*
 * The requests that clients sent under load, and those that the servers acknowledged. At the end the database and the
 * files are compared with this ledger (check-ledger.ts).
 */

export interface SentContribution {
  collectionId: string
  /** Unique, so that a contribution added twice under two ids is found by it. */
  name: string
  /** Whole centavos. */
  amount: number
  /** When it was first sent, by performance.now(). */
  at: number
  acknowledged: boolean
}

export interface Ledger {
  /** By the contribution's id: guests' reports, and contributions that organisers added by hand. */
  contributions: Map<string, SentContribution>
  /** By the contribution's id. */
  receipts: Map<string, { sha256: string; acknowledged: boolean }>
  /** By the mutation's id. */
  mutations: Map<string, { acknowledged: boolean }>
  /** By the collection's id: the last description. Only its organiser writes it, one change at a time. */
  descriptions: Map<string, { sent: string; acknowledged: string }>
  /** The ids of contributions that arrived on their organiser's stream. */
  streamed: Set<string>
}

export function createLedger(): Ledger {
  return {
    contributions: new Map(),
    receipts: new Map(),
    mutations: new Map(),
    descriptions: new Map(),
    streamed: new Set(),
  }
}

/** Returns the ids of acknowledged contributions that have not arrived on their organiser's stream. */
export function unstreamed({ contributions, streamed }: Ledger): string[] {
  return [...contributions].flatMap(([id, sent]) =>
    sent.acknowledged && !streamed.has(id) ? id : [],
  )
}
