import { useEffect, useState } from 'react'
import type { CheckoutMethod } from '../../shared/contribution.ts'
import type { QrCurrency } from '../../shared/payment-qr.ts'
import { request } from './request.ts'

/** What the pages must know of this installation. */
export interface Installation {
  paymentQrCurrency: QrCurrency
  supportEmail: string | null
  /** Whether people may come in with Google. */
  google: boolean
  /** Whether visits are measured, of whoever agrees. */
  analytics: boolean
  /** Through whom a contribution may be paid here, besides a transfer. */
  checkout: readonly CheckoutMethod[]
}

let asked: Promise<Installation> | null = null

/** Asks the server, once; again after it did not answer, for which it throws an AppError. */
export function askInstallation(): Promise<Installation> {
  asked ??= request<Installation>('GET', '/api/config').catch((error) => {
    asked = null
    throw error
  })
  return asked
}

/** Null until it is known, and for as long as the server does not say, or is not to be asked yet. */
export function useInstallation(isDue = true): Installation | null {
  const [installation, setInstallation] = useState<Installation | null>(null)
  useEffect(() => {
    if (isDue) askInstallation().then(setInstallation, () => undefined)
  }, [isDue])
  return installation
}
