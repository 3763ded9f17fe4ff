import { useEffect } from 'react'
import { asksForPrivacy, forgetMeasured, useConsent } from '../api/consent.ts'
import { ConsentBanner } from '../features/consent/consent-banner.tsx'
import { useMeasuring } from '../features/consent/use-measuring.ts'

/** Asks for consent to analytics, and runs them for people who agreed. Rendered if the installation has analytics. */
export function Measurement() {
  const consent = useConsent()
  const isRefused = asksForPrivacy()
  useEffect(() => {
    if (isRefused) forgetMeasured()
  }, [isRefused])

  if (isRefused || consent?.choice === 'rejected') return null
  return consent ? <Measuring /> : <ConsentBanner />
}

function Measuring() {
  useMeasuring()
  return null
}
