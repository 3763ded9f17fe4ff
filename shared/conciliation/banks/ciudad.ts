import type { Bank } from './bank.ts'

/** Statements of Banco Ciudad. The column `CUIT Cuenta` is the CUIT of the account's owner. */
export const ciudad: Bank = {
  name: 'ciudad',
  label: 'Banco Ciudad',
  header: ['cuenta', 'cuit cuenta', 'fecha', 'monto', 'n de comprobante', 'descripcion'],
  columns: {
    day: ['fecha'],
    amount: ['monto'],
    ownCuit: ['cuit cuenta'],
    reference: ['n de comprobante'],
    balance: ['saldo'],
    texts: ['descripcion'],
  },
}
