import { expect, test } from 'vitest'
import type { Collection } from '../../../shared/collection.ts'
import { paymentQr } from '../../../shared/payment-qr.ts'
import { qrOf } from '../../../web/features/sharing/share-collection.tsx'

const LINK = 'https://entretodos.example/contribuir/7'
const CBU = '0070999000000000000178'
const CVU = '0000003110000000000953'

const collection = {
  bankAccount: CBU,
  accountIdentifier: 'Lucía Fernández',
  suggestedAmount: 15_000_00,
} as Collection

test('a colecta with a CBU shows the QR of its payment data, with the suggested amount', () => {
  expect(qrOf(collection, LINK, '032')).toMatchObject({
    title: 'QR para transferir',
    value: paymentQr({ account: CBU, name: 'Lucía Fernández', amount: 15_000_00 }),
  })
})

test('a colecta with a CVU shows the QR of its payment data as well', () => {
  expect(qrOf({ ...collection, bankAccount: CVU }, LINK, '032')).toMatchObject({
    title: 'QR para transferir',
    value: paymentQr({ account: CVU, name: 'Lucía Fernández', amount: 15_000_00 }),
  })
})

test.each(['032', null] as const)(
  'a colecta with an alias shows the QR of its link in every currency: %s',
  (currency) => {
    expect(qrOf({ ...collection, bankAccount: 'lucia.patio' }, LINK, currency)).toMatchObject({
      title: 'QR para aportar',
      value: LINK,
    })
  },
)

test('a payment QR asks in the currency of the installation', () => {
  expect(qrOf(collection, LINK, '986')?.value).toBe(
    paymentQr({ account: CBU, name: 'Lucía Fernández', amount: 15_000_00, currency: '986' }),
  )
})

test('a payment QR waits for its currency', () => {
  expect(qrOf(collection, LINK, null)).toBeNull()
})
