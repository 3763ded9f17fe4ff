import { expect, it } from 'vitest'
import {
  ACCEPTED_RECEIPTS,
  MAX_RECEIPT_BYTES,
  nameWithEnding,
  RECEIPT_EMPTY,
  RECEIPT_HEIC,
  RECEIPT_NOT_UPLOADED,
  RECEIPT_TOO_LARGE,
  RECEIPT_TOO_MANY_PIXELS,
  RECEIPT_UNREADABLE,
  RECEIPT_WRONG_TYPE,
  type ReceiptType,
  receiptName,
} from '../../shared/receipt.ts'

it('accepts JPEG, PNG and PDF up to 10 MB', () => {
  expect(ACCEPTED_RECEIPTS).toBe('image/jpeg,image/png,application/pdf')
  expect(MAX_RECEIPT_BYTES).toBe(10_485_760)
})

it('returns the problem of a file', () => {
  expect(RECEIPT_TOO_LARGE).toContain('El tamaño máximo es 10MB')
  expect(RECEIPT_NOT_UPLOADED).toContain('intenta nuevamente')
  expect(RECEIPT_WRONG_TYPE).toContain('Solo se aceptan PDF, JPG y PNG')
  expect(RECEIPT_EMPTY).toContain('está vacío')
  expect(RECEIPT_HEIC).toContain('Las fotos HEIC no se pueden enviar')
  expect(RECEIPT_UNREADABLE).toContain('No se puede ver ninguna imagen')
  expect(RECEIPT_TOO_MANY_PIXELS).toContain('más de 50 megapíxeles')
})

it.each<[string, ReceiptType, string]>([
  ['recibo.png', 'image/png', 'recibo.png'],
  ['Comprobante 12/11.PNG', 'image/png', 'Comprobante 12/11.PNG'],
  ['IMG_0001.JPG', 'image/jpeg', 'IMG_0001.JPG'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  ['transferencia.pdf', 'application/pdf', 'transferencia.pdf'],
  ['recibo.png.html', 'image/png', 'recibo.png.html.png'],
  ['recibo.pdf', 'image/png', 'recibo.pdf.png'],
  ['foto.jpg', 'application/pdf', 'foto.jpg.pdf'],
  ['png', 'image/png', 'png.png'],
  ['foto', 'image/jpeg', 'foto.jpg'],
  ['', 'application/pdf', 'comprobante.pdf'],
])('a receipt called %j that is %s is handed over as %j', (name, type, expected) => {
  expect(nameWithEnding(name, type)).toBe(expected)
})

it.each([
  ['Comprobante 12/11 (1).PDF', 'comprobante_12_11_1_.pdf'],
  ['../../etc/passwd.png', 'etc_passwd.png'],
  [`${'a'.repeat(300)}.png`, `${'a'.repeat(96)}.png`],
  ['.pdf', 'pdf'],
  ['__Mi  Recibo Ñandú (1)__.PNG', 'mi_recibo_nandu_1_.png'],
  ['¿?', 'comprobante'],
  ['Señal.pdf', 'senal.pdf'],
  ['a...b__c.png', 'a.b_c.png'],
  ['recibo.png?.', 'recibo.png'],
  ['🎂', 'comprobante'],
  ['a'.repeat(300), 'a'.repeat(100)],
  [`foto.final.${'a'.repeat(300)}.pdf`, `foto.final.${'a'.repeat(85)}.pdf`],
])('a receipt called %j is stored as %j', (name, expected) => {
  expect(receiptName(name)).toBe(expected)
})
