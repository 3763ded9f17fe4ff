import { useEffect, useState } from 'react'
import type { QrCurrency } from '../../../shared/payment-qr.ts'
import { askInstallation } from '../../api/installation.ts'

const PESOS: QrCurrency = '032'

let known: QrCurrency | null = null

/** The server's currency code for a payment QR; null until it is known. Offline it is pesos at once. */
export function useQrCurrency(): QrCurrency | null {
  const [currency, setCurrency] = useState(known ?? (navigator.onLine ? null : PESOS))

  useEffect(() => {
    if (known) return
    let current = true
    askInstallation()
      .then(({ paymentQrCurrency }) => {
        known = paymentQrCurrency
      })
      .catch(() => {})
      .then(() => current && setCurrency(known ?? PESOS))
    return () => {
      current = false
    }
  }, [])

  return currency
}
