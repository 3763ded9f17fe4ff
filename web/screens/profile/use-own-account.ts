import { useCallback, useEffect, useState } from 'react'
import { getOwnAccount } from '../../../shared/api/own-account.ts'
import { AppError } from '../../../shared/errors.ts'
import type { OwnAccount } from '../../../shared/user.ts'
import { request } from '../../api/request.ts'

export type OwnAccountState =
  | { name: 'loading' }
  | { name: 'ready'; account: OwnAccount; reload: () => Promise<void> }
  | { name: 'failed'; error: AppError; reload: () => Promise<void> }

/** From the server only: a replica of sessions would be outdated. */
export function useOwnAccount(): OwnAccountState {
  const [answer, setAnswer] = useState<OwnAccount | AppError | null>(null)

  const reload = useCallback(async () => {
    const next = await ask()
    // An error does not replace a result, because somebody may be typing below it.
    setAnswer((known) =>
      next instanceof AppError && known && !(known instanceof AppError) ? known : next,
    )
  }, [])

  useEffect(() => {
    const again = () => void reload()
    again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [reload])

  if (answer === null) return { name: 'loading' }
  if (answer instanceof AppError) return { name: 'failed', error: answer, reload }
  return { name: 'ready', account: answer, reload }
}

async function ask(): Promise<OwnAccount | AppError> {
  try {
    return await request(getOwnAccount)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
