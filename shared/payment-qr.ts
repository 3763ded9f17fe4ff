/*
 * The payment QR code, EMVCo merchant-presented, as Argentine wallets read it: fields of two digits of tag, two of
 * length and a value; the last is a checksum. A CBU or CVU fits, an alias does not.
 */
import { type Centavos, MAX_AMOUNT } from './money.ts'

/** ISO 4217: '032' is the Argentine peso, '986' the Brazilian real. */
export type QrCurrency = '032' | '986'

/** Returns the QR's text. Without `amount` the payer types it. Throws RangeError for what no wallet could read. */
export function paymentQr(payment: {
  account: string
  name: string
  amount?: Centavos
  currency?: QrCurrency
}): string {
  const { account, name, amount, currency = '032' } = payment
  if (!/^\d{22}$/.test(account)) throw new RangeError('A payment QR needs a CBU or CVU')

  const payload = [
    field('00', '01'),
    field('01', amount === undefined ? '11' : '12'),
    field('51', field('00', account)),
    field('52', '0000'),
    field('53', currency),
    amount === undefined ? '' : field('54', decimal(amount)),
    field('58', 'AR'),
    field('59', merchantName(name)),
    field('60', 'BUENOSAI'),
    '6304',
  ].join('')
  return payload + crc16(payload)
}

/** Returns the CRC-16/CCITT-FALSE of the UTF-8 bytes, four capital hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  }
  return (crc & 0xffff).toString(16).toUpperCase().padStart(4, '0')
}

function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, '0') + value
}

function decimal(amount: Centavos): string {
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_AMOUNT) {
    throw new RangeError(`A payment QR cannot carry ${amount} centavos`)
  }
  return String(amount).padStart(3, '0').replace(/..$/, '.$&')
}

function merchantName(name: string): string {
  const ascii = name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\s!-~]/g, '')
    .replace(/\s+/g, ' ')
  return ascii.trim().slice(0, 25).trimEnd() || 'ENTRE TODOS'
}
