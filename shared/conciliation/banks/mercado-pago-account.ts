import type { Centavos } from '../../money.ts'
import { readAmount } from '../amounts.ts'
import type { Row } from '../cell.ts'
import { headerKey } from '../cell.ts'
import { payerIn } from '../payer.ts'
import type { Bank } from './bank.ts'

const RECEIVED = /^transferencia recibida\s*(?:de\s+(?!la\b|las\b|los\b))?/i

/** Mercado Pago's report "Resumen de cuenta". A tax has the reference of its transfer. */
export const mercadoPagoAccount: Bank = {
  name: 'mercado-pago-account',
  label: 'Mercado Pago',
  header: ['release date', 'transaction type', 'reference id', 'transaction net amount'],
  columns: {
    day: ['release date'],
    amount: ['transaction net amount'],
    reference: ['reference id'],
    balance: ['partial balance'],
    texts: ['transaction type'],
  },
  hasStableReference: true,
  payer({ text }) {
    return RECEIVED.test(text)
      ? { name: text.replace(RECEIVED, '') || null, cuit: null }
      : payerIn(text)
  },
  // A description may hold semicolons: the first field and the last three are fixed.
  repair({ number, cells }, columns) {
    if (cells.length <= columns) return { number, cells }
    const [day = '', ...rest] = cells
    const text = rest.slice(0, -3).join(';')
    return { number, cells: [day, text, ...rest.slice(-3)] }
  },
  totals(above) {
    const at = above.findIndex(({ cells }) => headerKey(cells[0]) === 'initial balance')
    const values = above[at + 1]
    return at === -1 || !values ? null : sumsOf(values)
  },
}

function sumsOf({ cells }: Row): { credits: Centavos; debits: Centavos } | null {
  const credits = readAmount(cells[1], ',')
  const debits = readAmount(cells[2], ',')
  return credits === null || debits === null ? null : { credits, debits: -Math.abs(debits) }
}
