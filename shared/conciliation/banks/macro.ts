import { cuitIn } from '../cuit.ts'
import type { Bank } from './bank.ts'

/** Statements of Banco Macro. The reference identifies a batch, not one movement. They show CUITs and no names. */
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
