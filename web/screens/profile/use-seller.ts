import { useCallback, useEffect, useState } from 'react'
import { getSeller } from '../../../shared/api/sellers.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Seller } from '../../../shared/seller.ts'
import { askInstallation } from '../../api/installation.ts'
import { request } from '../../api/request.ts'

export type SellerState =
  | { name: 'unknown' }
  | { name: 'not-offered' }
  | { name: 'loading' }
  | { name: 'ready'; seller: Seller | null; reload: () => Promise<void> }
  | { name: 'failed'; error: AppError; reload: () => Promise<void> }

type Answer = 'unknown' | 'not-offered' | 'loading' | { seller: Seller | null } | AppError

/** From the server only. `not-offered`: no card payments at this installation. */
export function useSeller(): SellerState {
  const [answer, setAnswer] = useState<Answer>('unknown')

  const reload = useCallback(async () => {
    if (!(await isOffered())) return setAnswer('not-offered')
    setAnswer((known) => (typeof known === 'string' ? 'loading' : known))
    setAnswer(await ask())
  }, [])

  useEffect(() => {
    const again = () => void reload()
    again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [reload])

  if (typeof answer === 'string') return { name: answer }
  if (answer instanceof AppError) return { name: 'failed', error: answer, reload }
  return { name: 'ready', seller: answer.seller, reload }
}

/** False also while the server does not respond: the installation is asked again when the device is back online. */
async function isOffered(): Promise<boolean> {
  const installation = await askInstallation().catch(() => null)
  return installation?.checkout.includes('MercadoPago') ?? false
}

async function ask(): Promise<{ seller: Seller | null } | AppError> {
  try {
    return await request(getSeller)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
