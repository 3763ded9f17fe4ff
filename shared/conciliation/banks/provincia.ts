import type { Bank } from './bank.ts'

export const provincia: Bank = {
  name: 'provincia',
  label: 'Banco Provincia',
  header: ['fecha', 'importe', 'descripcion', 'descripcion extendida', 'numero secuencia', 'saldo'],
  columns: {
    day: ['fecha'],
    amount: ['importe'],
    reference: ['numero secuencia'],
    balance: ['saldo'],
    texts: ['descripcion extendida'],
  },
}
