import type { Bank } from './bank.ts'

export const supervielle: Bank = {
  name: 'supervielle',
  label: 'Banco Supervielle',
  header: ['fecha', 'concepto', 'detalle', 'descripcion', 'debito', 'credito', 'saldo'],
  columns: {
    day: ['fecha'],
    credit: ['credito'],
    debit: ['debito'],
    balance: ['saldo'],
    texts: ['concepto', 'detalle', 'descripcion'],
  },
}
