import type { Bank } from './bank.ts'

/** Statements of Banco Credicoop. A row without a day and an amount continues the text of the row above. */
export const credicoop: Bank = {
  name: 'credicoop',
  label: 'Banco Credicoop',
  header: ['fecha', 'concepto', 'nro cpbte', 'debito', 'credito', 'saldo', 'cod'],
  columns: {
    day: ['fecha'],
    credit: ['credito'],
    debit: ['debito'],
    reference: ['nro cpbte'],
    balance: ['saldo'],
    texts: ['concepto'],
  },
}
