import type { Bank } from './bank.ts'

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
