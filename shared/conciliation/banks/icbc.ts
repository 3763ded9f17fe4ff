import { cuitIn } from '../cuit.ts'
import type { Bank } from './bank.ts'

/** Statements of ICBC. They show CUITs and no names. */
export const icbc: Bank = {
  name: 'icbc',
  label: 'ICBC',
  header: [
    'fecha contable',
    'concepto',
    'debito en $',
    'credito en $',
    'informacion complementaria',
  ],
  columns: {
    day: ['fecha contable'],
    credit: ['credito en $'],
    debit: ['debito en $'],
    balance: ['saldo en $'],
    texts: ['concepto', 'informacion complementaria'],
  },
  payer: ({ text }) => ({ name: null, cuit: cuitIn(text) }),
}
