import type { QrCurrency } from '../../../shared/payment-qr.ts'
import { useInstallationState } from '../../api/installation.ts'

const PESOS: QrCurrency = '032'

/**
 * Returns the currency code of payment QRs, which the server sets (shared/README.md); null until it is known. Without an
 * answer of the server it is pesos.
 */
export function useQrCurrency(): QrCurrency | null {
  const installation = useInstallationState()
  if (installation.name === 'ready') return installation.answer.paymentQrCurrency
  return installation.name === 'failed' || !navigator.onLine ? PESOS : null
}
