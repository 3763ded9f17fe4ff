import { fold } from '../text.ts'

/** Returns 1 for a credit and -1 for a debit by the bank's word for it; null for other words. */
export function signOf(text: string): 1 | -1 | null {
  const word = fold(text)
  if (word === '+') return 1
  if (word === '-') return -1
  if (SHORT_CREDIT.test(word) || CREDIT.test(word)) return 1
  return SHORT_DEBIT.test(word) || DEBIT.test(word) ? -1 : null
}

const SHORT_CREDIT = /^(?:c|cr|cred|h|in|ncr)\.?$/
const SHORT_DEBIT = /^(?:d|db|deb|out|ndb)\.?$/
const CREDIT =
  /^(?:nota de )?credito|\brecibid|^ingreso|^entrada|^haber\b|^abono|^acreditacion|^deposito|^cobro|^rendimiento|^interes/
const DEBIT =
  /^(?:nota de )?debito|\benviad|^egreso|^salida|^debe\b|^pago|^extraccion|^retiro|^cargo|^compra|^comision|^impuesto|\ba terceros\b|^percepcion|^envio/
