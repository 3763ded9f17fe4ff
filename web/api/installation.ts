import { useEffect, useState } from 'react'
import { getInstallation, type Installation } from '../../shared/api/start.ts'
import { request } from './request.ts'

let asked: Promise<Installation> | null = null

/** Throws an AppError on failure, and then the next call tries again. */
export function askInstallation(): Promise<Installation> {
  asked ??= request(getInstallation).catch((error) => {
    asked = null
    throw error
  })
  return asked
}

/** null until it is fetched. `isDue`: whether it may be fetched now. */
export function useInstallation(isDue = true): Installation | null {
  const [installation, setInstallation] = useState<Installation | null>(null)
  useEffect(() => {
    if (isDue) askInstallation().then(setInstallation, () => undefined)
  }, [isDue])
  return installation
}
