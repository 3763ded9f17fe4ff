import { accountOf } from '../../../shared/account.ts'
import type { Collection } from '../../../shared/collection.ts'
import { paymentQr, type QrCurrency } from '../../../shared/payment-qr.ts'

export interface CollectionQr {
  value: string
  title: string
  text: string
}

/** An alias cannot be in a payment QR: its QR is the link. null while a payment QR waits for its currency. */
export function qrOf(
  collection: Collection,
  link: string,
  currency: QrCurrency | null,
): CollectionQr | null {
  const account = accountOf(collection.bankAccount)
  if (account.kind === 'alias') {
    return { value: link, title: 'QR para aportar', text: 'Abre la página de tu colecta.' }
  }
  if (currency === null) return null
  return {
    value: paymentQr({
      account: account.value,
      name: collection.accountIdentifier,
      amount: collection.suggestedAmount,
      currency,
    }),
    title: 'QR para transferir',
    text: 'Se lee desde la app del banco o billetera, con el monto sugerido.',
  }
}
