/* Money: whole centavos from keyboard to database. Formatted without Intl: the text is the same in every engine. */
import { withoutHidden } from './text.ts'

export type Centavos = number

/** $ 9.999.999.999,99: fits `numeric(14,2)` and the 13 characters of a payment QR's amount. */
export const MAX_AMOUNT: Centavos = 9_999_999_999_99

/** The largest number that JavaScript counts exactly. A larger sum is shown as this. */
export const MAX_TOTAL: Centavos = Number.MAX_SAFE_INTEGER

/**
 * Reads `1.500`, `1500,5`, `$ 1.500,50`, `1,500.50`, `1 500`, `ARS 1500`, `1500 pesos`, `$1500.-`. The last separator
 * followed by one or two digits is the decimal mark. All others divide groups of three digits, and are the same
 * character. null for everything else, because an amount is never guessed: `1500.500` could be either.
 */
export function parseMoney(text: string): Centavos | null {
  const bare = withoutHidden(text).trim().replace(CURRENCY_BEFORE, '').replace(CURRENCY_BEHIND, '')
  const { whole, cents = '' } = TYPED.exec(bare)?.groups ?? {}
  if (whole === undefined) return null

  const centavos = Number(whole.replace(/\D/g, '') + cents.padEnd(2, '0'))
  return centavos <= MAX_AMOUNT ? centavos : null
}

/** Reads a form's amount: undefined for an empty text, NaN for an unreadable one. The schema has both messages. */
export function typedAmount(text: string): Centavos | undefined {
  return text.trim() === '' ? undefined : (parseMoney(text) ?? Number.NaN)
}

const CURRENCY_BEFORE = /^(?:\$|AR\$|ARS)\s*/i
/** `1500.-` has no centavos. */
const CURRENCY_BEHIND = /(?:[.,]-|\s*(?:\$|ARS|pesos))$/i

/** A point, a comma or a space divides groups; the space may be a no-break space. */
const TYPED =
  /^(?<whole>\d+|[1-9]\d{0,2}(?<mark>[., \u00A0\u202F])\d{3}(?:\k<mark>\d{3})*)(?:[.,](?<cents>\d{1,2}))?$/

/** `$ 1.500` or `$ 1.500,50`, with U+00A0 after the sign so that it never breaks across lines. */
export function formatMoney(centavos: Centavos): string {
  return `$\u00A0${formatAmount(centavos)}`
}

/** `1.500` or `1.500,50`: the digits alone, for fields and files. Zero centavos are left out. */
export function formatAmount(centavos: Centavos): string {
  const cents = centavos % 100
  const pesos = String((centavos - cents) / 100).replace(/\B(?=(?:\d{3})+$)/g, '.')
  return cents === 0 ? pesos : `${pesos},${String(cents).padStart(2, '0')}`
}

/** Returns how much of `whole` is reached: a whole number from 0 to 100. */
export function percentOf(part: Centavos, whole: Centavos): number {
  if (whole <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((part * 100) / whole)))
}
