import { cuitIn } from '../cuit.ts'
import type { Bank } from './bank.ts'

/** The reference identifies a batch, not one movement. The statement shows CUITs and no names. */
export const macro: Bank = {
  name: 'macro',
  label: 'Banco Macro',
  header: ['fecha', 'nro de referencia', 'causal', 'concepto', 'importe', 'saldo'],
  columns: {
    day: ['fecha'],
    amount: ['importe'],
    reference: ['nro de referencia'],
    balance: ['saldo'],
    texts: ['concepto'],
  },
  payer: ({ text }) => ({ name: null, cuit: cuitIn(text) }),
}
