import { fold } from '../text.ts'

/** Kinds of movement. Only another person's transfer can pay a contribution. */
export type LineKind = 'transfer' | (typeof KINDS)[number][0]

/** Returns the kind by the bank's own words. `text` must not contain the payer's name. */
export function kindOf(text: string): LineKind {
  const words = fold(text)
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'transfer'
}

/** True for money that goes back to its sender. */
export function isReturn(text: string): boolean {
  const words = fold(text)
  return /\b(?:devol|dev\b|revers|anulac|contrasiento|contraasiento|extorno|refund|chargeback|rechaz)/.test(
    words,
  )
}

/** True for money between accounts of one person: its CUIT is the account owner's. */
export function isBetweenOwnAccounts(text: string): boolean {
  return OWN_ACCOUNTS.test(fold(text))
}

const OWN_ACCOUNTS =
  /\bmismo tit|\bmisma tit|\b(?:cta|ctas|cuenta|cuentas) propias?\b|\bentre (?:mis|tus|sus) cuentas\b/

const KINDS = [
  ['own-account', OWN_ACCOUNTS],
  ['own-account', /\bingreso de dinero\b(?! cuenta sueldo)/],
  ['salary', /\bhaberes\b|\bsueldos?\b|\bjubilacion|\banses\b/],
  [
    'interest',
    /\brendimientos?\b|\binteres(?:es)?\b|\bplazo fijo\b|\brescate\b|\bfci\b|\bdividendos?\b/,
  ],
  ['loan', /\bprestamos?\b|\bdinero plus\b|\badelanto\b|\bcredito personal\b/],
  [
    'purchase-refund',
    /\b(?:devol\w*|dev|anulac\w*|reembolso)\b.*\b(?:compra|pago|debito|consumo)|\bdevolucion de dinero\b|\bcontracargo\b/,
  ],
  [
    'bonus',
    /\breintegros?\b|\bbonific\w*|\bcashback\b|\bpromo(?:cion)?\b|\bdescuento\b|\bpremio\b/,
  ],
  ['cash', /\befectivo\b|\bdeposito por cajero\b|\bdep efvo\b|\bautoservicio\b/],
  ['cheque', /\be?-?cheqs?\b|\bcheques?\b|\bvalores\b/],
  ['rejected', /\brechazad[ao]\b/],
] as const
