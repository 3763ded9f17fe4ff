/* Started checkouts: analytics count a payment once, where it was started. Callers ask for consent first. */

import { readStoredJson, store } from './device-storage.ts'

const KEY = 'analytics-checkouts'
/** Most are paid within minutes, and some never. */
const MAX_CHECKOUTS = 20

type Payer = 'guest' | 'logged'

export function keepCheckout(reference: string, payer: Payer): void {
  const others = read().filter(([kept]) => kept !== reference)
  write([...others.slice(1 - MAX_CHECKOUTS), [reference, payer]])
}

/** Returns null for a checkout that was not started here, or was taken before. */
export function takeCheckout(reference: string): Payer | null {
  const all = read()
  const [, payer = null] = all.find(([kept]) => kept === reference) ?? []
  if (payer) write(all.filter(([kept]) => kept !== reference))
  return payer
}

export function forgetCheckouts(): void {
  write([])
}

type Kept = [reference: string, payer: Payer]

function read(): Kept[] {
  return (readStoredJson(KEY) ?? []) as Kept[]
}

function write(kept: Kept[]): void {
  store(KEY, kept.length === 0 ? null : JSON.stringify(kept))
}
