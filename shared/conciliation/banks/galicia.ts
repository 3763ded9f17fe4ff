import { cuitIn } from '../cuit.ts'
import type { Bank } from './bank.ts'

export const galicia: Bank = {
  name: 'galicia',
  label: 'Banco Galicia',
  header: ['fecha', 'debitos', 'creditos', 'leyendas adicionales 1', 'numero de comprobante'],
  columns: {
    day: ['fecha'],
    credit: ['creditos'],
    debit: ['debitos'],
    name: ['leyendas adicionales 1'],
    cuit: ['leyendas adicionales 2'],
    reference: ['numero de comprobante'],
    balance: ['saldo'],
    texts: ['descripcion', 'concepto', 'leyendas adicionales 3', 'leyendas adicionales 4'],
  },
  hasStableReference: true,
  // A transfer that goes back names its CUIT in the text alone.
  payer: ({ name, cuit, text }) => ({ name: name || null, cuit: cuit || cuitIn(text) }),
}
