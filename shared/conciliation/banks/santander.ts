import type { Bank } from './bank.ts'

/** Statements of Banco Santander. The file repeats its movements in two blocks, of the day and the last ones. */
export const santander: Bank = {
  name: 'santander',
  label: 'Banco Santander',
  header: [
    'fecha',
    'suc origen',
    'desc sucursal',
    'cod operativo',
    'referencia',
    'concepto',
    'importe',
  ],
  columns: {
    day: ['fecha'],
    amount: ['importe'],
    reference: ['referencia'],
    balance: ['saldo'],
    texts: ['concepto'],
  },
  hasStableReference: true,
}
