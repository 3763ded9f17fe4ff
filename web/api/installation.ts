import { useEffect, useState } from 'react'
import { request } from './request.ts'

/** What the pages must know of this installation. */
export interface Installation {
  supportEmail: string | null
  /** Whether people may come in with Google. */
  google: boolean
}

let asked: Promise<Installation> | null = null

/** Null until it is known, and for as long as the server does not say. */
export function useInstallation(): Installation | null {
  const [installation, setInstallation] = useState<Installation | null>(null)
  useEffect(() => {
    asked ??= request<Installation>('GET', '/api/config')
    asked.then(setInstallation, () => {
      asked = null
    })
  }, [])
  return installation
}
