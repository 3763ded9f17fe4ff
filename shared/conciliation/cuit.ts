import { isTaxId } from '../bank-account.ts'

/**
 * Returns the last valid CUIT or CUIL of a text. Eleven digits beside another digit are part of an account number,
 * and the last one wins because some banks write their own before the payer's.
 */
export function cuitIn(text: string): string | null {
  let last: string | null = null
  for (const [match] of text.matchAll(CANDIDATE)) {
    const digits = match.replace(/\D/g, '')
    if (isTaxId(digits)) last = digits
  }
  return last
}

/** Replaces every valid CUIT or CUIL of a text by a bar. */
export function withoutCuits(text: string): string {
  return text.replace(CANDIDATE, (match, before: string) =>
    isTaxId(match.replace(/\D/g, '')) ? `${before}|` : match,
  )
}

const CANDIDATE = /(^|\D)(?:\d{2}[- ]\d{8}[- ]\d|\d{11})(?!\d)/g
