import type { Bank } from './bank.ts'

/** Statements of Banco Nación. They show no payers. */
export const nacion: Bank = {
  name: 'nacion',
  label: 'Banco Nación',
  header: ['fecha', 'comprobante', 'concepto', 'importe', 'saldo'],
  columns: {
    day: ['fecha'],
    amount: ['importe'],
    reference: ['comprobante'],
    balance: ['saldo'],
    texts: ['concepto'],
  },
  hasStableReference: true,
  payer: () => ({ name: null, cuit: null }),
}
