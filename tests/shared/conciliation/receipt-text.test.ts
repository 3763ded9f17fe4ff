import { describe, expect, it } from 'vitest'
import { NO_FACTS, readReceiptText } from '../../../shared/conciliation/receipt-text.ts'

/* Invented receipts, in the layouts of wallets and banks. */

const AMOUNT = 15_000_00
const PAYER_CUIT = '27-20345678-1'
const OWN_CUIT = '20-11111111-2'
const ANA = { cuit: '27203456781', name: 'Ana María Gómez' }

const read = (text: string, amount = AMOUNT) => readReceiptText(text.trim().split('\n'), amount)

const WALLET = `
Comprobante de transferencia
Jueves, 12 de marzo de 2026 a las 13:05 hs
$ 15.000
De
Ana María Gómez
CUIT/CUIL: ${PAYER_CUIT}
Mercado Pago
CVU: 0000003100012345678901
Para
Lucía Fernández
CUIT/CUIL: ${OWN_CUIT}
Banco Galicia
CBU: 0070999020000009535123
Número de operación de Mercado Pago
98765432101
Código de identificación
4QWERT9Y0ZXCVB12NMASDF
`

const BANK = `
Transferencia inmediata - Comprobante
Fecha: 12/03/2026 13:05
Número de comprobante: 00456123
Importe: $15.000,00
Cuenta débito: CA $ 401-234567/8
Titular: GOMEZ ANA MARIA
CUIT: ${PAYER_CUIT}
Cuenta crédito: 0070999020000009535123
Titular: FERNANDEZ LUCIA
CUIT: ${OWN_CUIT}
Concepto: VARIOS
`

describe('the text of a receipt', () => {
  it('has the operation number and the payer, as a wallet writes them', () => {
    expect(read(WALLET)).toEqual({ operationNumber: '98765432101', ...ANA })
  })

  it('has them as a bank writes them', () => {
    expect(read(BANK)).toEqual({
      operationNumber: '00456123',
      cuit: ANA.cuit,
      name: 'GOMEZ ANA MARIA',
    })
  })

  it.each([
    ['Ordenante: Gómez, Ana María', 'Gómez, Ana María'],
    ['Enviado por: Ana María Gómez', 'Ana María Gómez'],
    ['Titular cuenta origen: ANA MARIA GOMEZ', 'ANA MARIA GOMEZ'],
  ])('has the payer of %j', (line, name) => {
    expect(read(`${line}\nBeneficiario: Lucía Fernández\nMonto 15000`).name).toBe(
      name.replace(',', ''),
    )
  })

  it.each([
    ['ID Coelsa: 4QWERT9Y0ZXCVB12NMASDF', '4QWERT9Y0ZXCVB12NMASDF'],
    ['N° de transacción 123456789', '123456789'],
    ['Operación 77001234', '77001234'],
    ['Número de operación: 12', null],
    ['Número de operación 11111111\nNúmero de operación 22222222', null],
    ['Referencia 88776655', null],
    [' Operación   77001234', '77001234'],
    ['Número  de   operación 77001234', '77001234'],
    ['Número de operación\n \n77001234', '77001234'],
    ['12345678 Número de operación 77001234', '77001234'],
    ['Nro operación 77001234', '77001234'],
    ['N operación 77001234', '77001234'],
    ['N° operación 77001234', '77001234'],
    ['N comprobante 77001234', '77001234'],
    ['Nro comprobante 77001234', '77001234'],
    ['Fecha operación 77001234', null],
    ['Operación 12345. Gracias', '12345'],
    ['Operación 1234', null],
    ['Operación 12345abc', null],
    ['Operación 12345-1', null],
    [`Recibo${' '.repeat(40)}12345678 Número de operación 77001234`, '77001234'],
    ['Número de operación', null],
  ])('reads of %j the number %j', (text, number) => {
    expect(read(`${text}\n$ 15.000,00`).operationNumber).toBe(number)
  })

  it.each(['$ 15.000', '15000', '15.000,00', '$15000.00', 'ARS 15,000.00'])(
    'has its amount as %j',
    (amount) => {
      expect(read(WALLET.replace('$ 15.000', amount))).not.toEqual(NO_FACTS)
    },
  )

  it('proves nothing of another amount', () => {
    expect(read(WALLET, 15_000_01)).toEqual(NO_FACTS)
    expect(read(WALLET, 1_500_00)).toEqual(NO_FACTS)
    expect(read('')).toEqual(NO_FACTS)
  })

  it('never takes the CUIT or the name of the recipient', () => {
    const silent = WALLET.replace(/De\n[\s\S]*?Para/, 'Para')
    expect(read(silent)).toMatchObject({ cuit: null, name: null })
  })

  it.each([
    ['De\nAna', null],
    ['De\nAna\nAna Gómez', 'Ana Gómez'],
    ['Ordenante: Luis Paz', 'Luis Paz'],
    ['-- Ordenante: Luis Paz', 'Luis Paz'],
    ['Luis Paz', null],
    ['De\nMotivo\nLuis Paz', null],
    ['De\nSin motivo\nLuis Paz', 'Luis Paz'],
    ['Ordenante\n-- Destino\nLuis Paz', null],
    ['Quien envía: Luis Paz', 'Luis Paz'],
    ['Datos de origen\nLuis Paz', 'Luis Paz'],
    ['Lugar de origen\nLuis Paz', null],
    ['De\nA\nLuis Paz', null],
    ['De\nTitular cuenta destino\nLuis Paz', null],
    ['De\nDatos de destino\nLuis Paz', null],
  ])('has of %j the payer %j', (text, name) => {
    expect(read(`${text}\n$ 15.000`).name).toBe(name)
  })

  it('may be of an amount of one digit', () => {
    expect(read('Operación 77001234\n$ 5', 5_00).operationNumber).toBe('77001234')
    expect(read('Operación 77001234', 5_00)).toEqual({
      operationNumber: null,
      cuit: null,
      name: null,
    })
  })

  it('takes none of two CUITs of payers', () => {
    const two = WALLET.replace(PAYER_CUIT, `${PAYER_CUIT}\nCUIT del titular: 23-22222222-2`)
    expect(read(two)).toMatchObject({ cuit: null, name: ANA.name })
  })
})
