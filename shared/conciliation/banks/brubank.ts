import type { Bank } from './bank.ts'

export const brubank: Bank = {
  name: 'brubank',
  label: 'Brubank',
  header: ['fecha', 'tipo', 'descripcion', 'monto'],
  columns: { day: ['fecha'], amount: ['monto'], sign: ['tipo'], texts: ['descripcion'] },
}
