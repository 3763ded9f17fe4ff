import { expect, it } from 'vitest'
import { nameWithEnding, type ReceiptType, receiptName } from '../../shared/receipt.ts'

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
])('a receipt called %j is stored as %j', (name, expected) => {
  expect(receiptName(name)).toBe(expected)
})
