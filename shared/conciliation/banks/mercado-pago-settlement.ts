import type { Bank } from './bank.ts'

/** Mercado Pago's report "Todas las transacciones". It shows no payers. */
export const mercadoPagoSettlement: Bank = {
  name: 'mercado-pago-settlement',
  label: 'Mercado Pago',
  header: [
    'source id',
    'transaction type',
    'transaction amount',
    'transaction date',
    'settlement net amount',
  ],
  columns: {
    day: ['transaction date', 'settlement date'],
    amount: ['settlement net amount', 'real amount'],
    gross: ['transaction amount'],
    reference: ['source id'],
    currency: ['settlement currency', 'transaction currency'],
    texts: ['transaction type'],
  },
  hasStableReference: true,
  payer: () => ({ name: null, cuit: null }),
}
