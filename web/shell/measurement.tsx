import { useEffect } from 'react'
import { asksForPrivacy, forgetMeasured, useConsent } from '../api/consent.ts'
import { ConsentBanner } from '../features/consent/consent-banner.tsx'
import { useMeasuring } from '../features/consent/use-measuring.ts'

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
