import { useEffect, useState } from 'react'
import type { CheckoutMethod } from '../../shared/contribution.ts'
import type { QrCurrency } from '../../shared/payment-qr.ts'
import { request } from './request.ts'

/** The settings of this installation that pages need. */
export interface Installation {
  paymentQrCurrency: QrCurrency
  supportEmail: string | null
  /** Whether Google sign-in is configured. */
  google: boolean
  /** Whether analytics are configured. */
  analytics: boolean
  /** Payment methods besides a transfer. */
  checkout: readonly CheckoutMethod[]
}

let asked: Promise<Installation> | null = null

/** Fetches it once. Throws an AppError on failure, and then the next call tries again. */
export function askInstallation(): Promise<Installation> {
  asked ??= request<Installation>('GET', '/api/config').catch((error) => {
    asked = null
    throw error
  })
  return asked
}

/** Returns null until it is fetched. `isDue`: whether it may be fetched now. */
export function useInstallation(isDue = true): Installation | null {
  const [installation, setInstallation] = useState<Installation | null>(null)
  useEffect(() => {
    if (isDue) askInstallation().then(setInstallation, () => undefined)
  }, [isDue])
  return installation
}
