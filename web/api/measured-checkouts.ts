/* Started checkouts, so that a payment is measured once, on the device that started it. With consent only. */

const KEY = 'analytics-checkouts'
/** Most are paid within minutes, and some never. */
const MAX_CHECKOUTS = 20

type Payer = 'guest' | 'logged'

export function keepCheckout(reference: string, payer: Payer): void {
  const others = read().filter(([kept]) => kept !== reference)
  write([...others.slice(1 - MAX_CHECKOUTS), [reference, payer]])
}

/** Returns the payer; null when the checkout was not started here, or was taken before. */
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
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

function write(kept: Kept[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage they are not measured.
  }
}
