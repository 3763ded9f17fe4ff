import { useCallback, useEffect, useState } from 'react'
import { getSeller } from '../../../shared/api/sellers.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Seller } from '../../../shared/seller.ts'
import { request } from '../../api/request.ts'

export type SellerState =
  | { name: 'loading' }
  | { name: 'ready'; seller: Seller | null; reload: () => Promise<void> }
  | { name: 'failed'; error: AppError; reload: () => Promise<void> }

/** The account that this person connected, from the server alone. */
export function useSeller(): SellerState {
  const [answer, setAnswer] = useState<{ seller: Seller | null } | AppError | null>(null)

  const reload = useCallback(async () => {
    setAnswer(await ask())
  }, [])

  useEffect(() => {
    const again = () => void reload()
    again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [reload])

  if (answer === null) return { name: 'loading' }
  if (answer instanceof AppError) return { name: 'failed', error: answer, reload }
  return { name: 'ready', seller: answer.seller, reload }
}

async function ask(): Promise<{ seller: Seller | null } | AppError> {
  try {
    return await request(getSeller)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
