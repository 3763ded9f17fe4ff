import type { QrCurrency } from '../../../shared/payment-qr.ts'
import { useInstallationState } from '../../api/installation.ts'

const PESOS: QrCurrency = '032'

/** Returns the server's currency code for a payment QR; null until it is known. Offline it is pesos at once. */
export function useQrCurrency(): QrCurrency | null {
  const installation = useInstallationState()
  if (installation.name === 'ready') return installation.answer.paymentQrCurrency
  return installation.name === 'failed' || !navigator.onLine ? PESOS : null
}
