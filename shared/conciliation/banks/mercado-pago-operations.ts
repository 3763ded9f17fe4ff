import type { Bank } from './bank.ts'

/** Mercado Pago's report "Operaciones". A row counts once approved. One refunded, even in part, counts as returned. */
export const mercadoPagoOperations: Bank = {
  name: 'mercado-pago-operations',
  label: 'Mercado Pago',
  header: ['fecha de compra date created', 'numero de operacion de mercado pago operation id'],
  columns: {
    day: ['fecha de compra date created'],
    amount: ['valor del producto transaction amount'],
    name: ['nombre de la contraparte counterpart name'],
    cuit: ['documento de la contraparte buyer document'],
    reference: ['numero de operacion de mercado pago operation id'],
    status: ['estado de la operacion status'],
    refunded: ['monto devuelto amount refunded'],
    texts: [],
  },
  hasStableReference: true,
  payer: ({ name, cuit }) => ({ name: name || null, cuit: cuit || null }),
}
