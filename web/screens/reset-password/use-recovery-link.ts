import { useEffect, useState } from 'react'
import * as accounts from '../../../shared/api/accounts.ts'
import type { AppError } from '../../../shared/errors.ts'
import { request } from '../../api/request.ts'

export type RecoveryLink =
  | { name: 'checking' }
  | { name: 'good'; email: string }
  | { name: 'missing' }
  | { name: 'refused' }
  | { name: 'failed'; error: AppError; retry: () => void }

/** Whether the token of a mail's link is good, and for whose password. */
export function useRecoveryLink(token: string): RecoveryLink {
  const [attempt, setAttempt] = useState(0)
  const [link, setLink] = useState<RecoveryLink>(
    token === '' ? { name: 'missing' } : { name: 'checking' },
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (token === '') return
    let current = true
    const tell = (told: RecoveryLink) => current && setLink(told)
    tell({ name: 'checking' })
    request(accounts.openRecoveryLink, { input: { token } }).then(
      ({ email }) => tell({ name: 'good', email }),
      (error: AppError) => {
        const isBad = error.code === 'link-expired' || error.code === 'invalid-input'
        const retry = () => setAttempt((count) => count + 1)
        tell(isBad ? { name: 'refused' } : { name: 'failed', error, retry })
      },
    )
    return () => {
      current = false
    }
  }, [token, attempt])

  return link
}
