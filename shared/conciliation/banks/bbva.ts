import { cuitIn } from '../cuit.ts'
import type { Bank } from './bank.ts'

/** Statements of BBVA. The 12 digits after `TRANSF. CLIE` are an account, not a CUIT. No names are shown. */
export const bbva: Bank = {
  name: 'bbva',
  label: 'BBVA',
  header: [
    'fecha',
    'fecha valor',
    'concepto',
    'codigo',
    'numero documento',
    'oficina',
    'credito',
    'debito',
    'detalle',
  ],
  columns: {
    day: ['fecha'],
    credit: ['credito'],
    debit: ['debito'],
    reference: ['numero documento'],
    texts: ['concepto', 'detalle'],
  },
  payer: ({ text }) => ({ name: null, cuit: cuitIn(text) }),
}
