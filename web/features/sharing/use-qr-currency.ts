import type { QrCurrency } from '../../../shared/payment-qr.ts'
import { useInstallationState } from '../../api/installation.ts'

const PESOS: QrCurrency = '032'

/** The server sets the currency of payment QRs (shared/README.md): pesos without its response, null until then. */
export function useQrCurrency(): QrCurrency | null {
  const installation = useInstallationState()
  if (installation.name === 'ready') return installation.answer.paymentQrCurrency
  return installation.name === 'failed' || !navigator.onLine ? PESOS : null
}
