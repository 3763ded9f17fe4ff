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
  // A returned transfer has its CUIT in the text: "DEVOLUCION TRANSFERENCIA 20376243509".
  payer: ({ name, cuit, text }) => ({ name: name || null, cuit: cuit || cuitIn(text) }),
}
