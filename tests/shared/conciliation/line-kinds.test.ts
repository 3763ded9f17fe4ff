import { describe, expect, it } from 'vitest'
import { isBetweenOwnAccounts, isReturn, kindOf } from '../../../shared/conciliation/line-kinds.ts'

const OWN = [
  'Transf recibida cvu mismo titular',
  'TRANSF. MISMO TIT.',
  'CUENTA MISMA TITULARIDAD',
  'TRANSFERENCIA DE CUENTA PROPIA',
  'TRANSFERENCIA CUENTAS PROPIAS',
  'TRF CTA PROPIA',
  'TRF CTAS PROPIAS',
  'Transferencia entre mis cuentas',
  'Transferencia entre tus cuentas',
  'Transferencia entre sus cuentas',
]

describe('kindOf', () => {
  it.each([
    ...OWN.map((text) => [text, 'own-account']),
    ['Ingreso de dinero', 'own-account'],
    ['INGRESO DE DINERO CUENTA SUELDO', 'salary'],
    ['ACREDITACION DE HABERES', 'salary'],
    ['Pago de sueldo', 'salary'],
    ['Pago de sueldos', 'salary'],
    ['Jubilación', 'salary'],
    ['JUBILACIONES', 'salary'],
    ['PAGO ANSES', 'salary'],
    ['Rendimiento', 'interest'],
    ['RENDIMIENTOS', 'interest'],
    ['Interés', 'interest'],
    ['INTERESES GANADOS', 'interest'],
    ['ACREDITACION PLAZO FIJO', 'interest'],
    ['Rescate', 'interest'],
    ['SUSCRIPCION FCI', 'interest'],
    ['Dividendo', 'interest'],
    ['PAGO DIVIDENDOS', 'interest'],
    ['CREDITO PRESTAMO PERSONAL', 'loan'],
    ['Préstamos', 'loan'],
    ['Dinero Plus', 'loan'],
    ['ADELANTO', 'loan'],
    ['CREDITO PERSONAL', 'loan'],
    ['DEVOLUCION COMPRA YPF FULL', 'purchase-refund'],
    ['DEVOL. COMPRA', 'purchase-refund'],
    ['Devolución de compras', 'purchase-refund'],
    ['DEV PAGO', 'purchase-refund'],
    ['ANULACION DEBITO AUTOMATICO', 'purchase-refund'],
    ['ANULAC CONSUMO', 'purchase-refund'],
    ['Reembolso de un pago', 'purchase-refund'],
    ['Devolución de dinero', 'purchase-refund'],
    ['Contracargo', 'purchase-refund'],
    ['Reintegro', 'bonus'],
    ['REINTEGRO PROMOCION', 'bonus'],
    ['REINTEGROS', 'bonus'],
    ['BONIFIC. COMISION', 'bonus'],
    ['Bonificación', 'bonus'],
    ['Cashback', 'bonus'],
    ['PROMO', 'bonus'],
    ['Promoción', 'bonus'],
    ['DESCUENTO', 'bonus'],
    ['Premio', 'bonus'],
    ['DEPOSITO EFECTIVO', 'cash'],
    ['Depósito por cajero', 'cash'],
    ['DEP EFVO', 'cash'],
    ['DEPOSITO AUTOSERVICIO', 'cash'],
    ['ACREDITACION ECHEQ', 'cheque'],
    ['E-CHEQ', 'cheque'],
    ['ECHEQS', 'cheque'],
    ['CHEQ 48HS', 'cheque'],
    ['E-CHEQS', 'cheque'],
    ['CHEQS', 'cheque'],
    ['Cheque', 'cheque'],
    ['CHEQUES', 'cheque'],
    ['DEPOSITO DE VALORES', 'cheque'],
    ['Transferencia rechazada', 'rejected'],
    ['DEBIN RECHAZADO', 'rejected'],
    ['Transferencia recibida', 'transfer'],
    ['CREDITO INMEDIATO', 'transfer'],
    ['', 'transfer'],
  ])('takes %j as %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind)
  })

  it.each([
    'Altomismo tit',
    'TRF CTA PROPIAMENTE',
    'Ingresos de dinero',
    'SUELDOSA',
    'AHABERES',
    'INTERESADO',
    'INTERESANTE',
    'RENDIMIENTOSO',
    'DIVIDENDOSO',
    'PRESTAMOSO',
    'DEVOLUCION', // not of a purchase
    'DEVUELTO COMPRA',
    'DESARROLLO PAGO',
    'REINTEGROSO',
    'PROMOCIONAL',
    'CHEQUERA',
    'CHEQSX',
    'EVALORES',
    'RECHAZADXS',
  ])('takes %j as a transfer, because the word is another', (text) => {
    expect(kindOf(text)).toBe('transfer')
  })
})

describe('isReturn', () => {
  it.each([
    'Devolución de transferencia',
    'DEVOL TRANSF',
    'DEV TRANSF',
    'DEV.',
    'REVERSA TRANSFERENCIA',
    'Reversión',
    'ANULACION TRANSF',
    'CONTRASIENTO',
    'CONTRAASIENTO',
    'Extorno',
    'REFUND',
    'chargeback',
    'RECHAZO TRANSF',
    'Transferencia rechazada',
  ])('is true for %j', (text) => {
    expect(isReturn(text)).toBe(true)
  })

  it.each(['Transferencia recibida', 'DEVOTO ANA', 'PREDEVOL', 'TRANSF UNIVERSAL', 'GRADEV', ''])(
    'is false for %j',
    (text) => {
      expect(isReturn(text)).toBe(false)
    },
  )
})

describe('isBetweenOwnAccounts', () => {
  it.each(OWN)('is true for %j', (text) => {
    expect(isBetweenOwnAccounts(text)).toBe(true)
  })

  it.each(['Ingreso de dinero', 'Transferencia entre cuentas', 'CUENTA', 'Otro titular', ''])(
    'is false for %j',
    (text) => {
      expect(isBetweenOwnAccounts(text)).toBe(false)
    },
  )
})
