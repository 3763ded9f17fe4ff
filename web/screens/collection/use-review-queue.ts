import { useEffect, useState } from 'react'
import { type AppError, asAppError } from '../../../shared/errors.ts'
import {
  type ContributionKey,
  contributionKeys,
} from '../../../shared/queries/contribution-keys.ts'
import { askOnce } from '../../api/live.ts'

/**
 * Returns the current one of the contributions to be verified, oldest first. Contributions that arrive meanwhile follow
 * at the end, so that the order stays while a person decides.
 */
export function useReviewQueue(collectionId: string) {
  const [keys, setKeys] = useState<readonly ContributionKey[]>([])
  const [at, setAt] = useState(0)
  const [status, setStatus] = useState<'loading' | 'loaded' | AppError>('loading')

  useEffect(() => {
    if (status !== 'loading') return
    let isCurrent = true
    const last = keys.at(-1)
    const after = last ? { id: last.id, paymentDate: last.paymentDate } : null
    askOnce(contributionKeys, { collectionId, state: 'unverified', after }).then(
      (more) => {
        if (!isCurrent) return
        setKeys([...keys, ...more])
        setStatus('loaded')
      },
      (error) => isCurrent && setStatus(asAppError(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [status, keys, collectionId])

  function goTo(index: number): void {
    setAt(index)
    if (index === keys.length) setStatus('loading')
  }

  return {
    at,
    count: keys.length,
    current: keys[at],
    /** Contributions to load ahead. */
    ahead: keys.slice(at + 1, at + 1 + AHEAD),
    status,
    next: () => at < keys.length && goTo(at + 1),
    previous: () => at > 0 && goTo(at - 1),
    retry: () => setStatus('loading'),
    startAgain() {
      setKeys([])
      setAt(0)
      setStatus('loading')
    },
  }
}

/** Enough to go on for a while without a network. */
const AHEAD = 10
