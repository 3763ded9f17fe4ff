import type { Bank } from './bank.ts'

/** No payer is shown. */
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
