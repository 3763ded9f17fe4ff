import type { Bank } from './bank.ts'

/** The format of the statements of Banco Roela. */
export const roela: Bank = {
  name: 'roela',
  label: 'Banco Roela',
  header: ['fecha', 'descripcion', 'monto', 'n de comprobante'],
  columns: {
    day: ['fecha'],
    amount: ['monto'],
    reference: ['n de comprobante'],
    texts: ['descripcion'],
  },
  hasStableReference: true,
}
