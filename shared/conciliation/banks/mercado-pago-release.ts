import type { Bank } from './bank.ts'

/** Mercado Pago's report "Liberaciones". The first and last rows are balances. */
export const mercadoPagoRelease: Bank = {
  name: 'mercado-pago-release',
  label: 'Mercado Pago',
  header: ['date', 'source id', 'net credit amount', 'net debit amount'],
  columns: {
    day: ['date'],
    credit: ['net credit amount'],
    debit: ['net debit amount'],
    gross: ['gross amount'],
    reference: ['source id'],
    currency: ['currency'],
    status: ['record type'],
    name: ['payer name'],
    cuit: ['payer id number'],
    texts: ['description'],
  },
  hasStableReference: true,
  isMovement: ({ status }) => !/balance|total/i.test(status),
  payer: ({ name, cuit }) => ({ name: name || null, cuit: cuit || null }),
}
