import type { Bank } from './bank.ts'

/** Statements of Banco Credicoop. Long texts continue in rows of their own, which read-block.ts joins. */
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
