import type { Bank } from './bank.ts'

/** Mercado Pago's report of operations, as it was downloaded some years ago. */
export const mercadoPagoSales: Bank = {
  name: 'mercado-pago-sales',
  label: 'Mercado Pago',
  header: ['id de operacion en mercado pago', 'valor de la compra'],
  columns: {
    day: ['fecha de compra', 'fecha de la compra', 'fecha de origen', 'fecha'],
    amount: ['valor de la compra'],
    name: ['pagador'],
    cuit: ['documento del pagador', 'numero de documento', 'cuit', 'documento'],
    reference: ['id de operacion en mercado pago'],
    status: ['estado', 'estado de la operacion'],
    refunded: ['monto devuelto', 'dinero devuelto'],
    currency: ['moneda'],
    texts: ['descripcion', 'tipo de operacion', 'descripcion de la operacion'],
  },
  hasStableReference: true,
  payer: ({ name, cuit }) => ({ name: name || null, cuit: cuit || null }),
}
