import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { AppError } from '../../shared/errors.ts'
import type { NamedQuery } from '../../shared/named-query.ts'
import { announceChange, answers, onChange } from './answers.ts'
import { local } from './local.ts'
import { request } from './request.ts'
import { sessionEnded } from './session.ts'

export type QueryState<Answer> =
  | { name: 'loading' }
  /** `stale`: the answer to the last question, shown while the new one is on its way. */
  | { name: 'ready'; answer: Answer; stale: boolean }
  | { name: 'failed'; error: AppError; retry: () => void }

/** What others did arrives within this time while the screen is looked at. */
const REFRESH_MS = 4_000

/**
 * Asks a named query and keeps the answer current: after a change of ours at once, after others'
 * within seconds. A screen does not know who answers (DESIGN 1).
 *
 * @example const page = useQuery(myCollections, { search, page: 2 })
 */
export function useQuery<Args extends z.ZodMiniType, Answer>(
  query: NamedQuery<Args, Answer>,
  args: z.input<Args>,
): QueryState<Answer> {
  const key = `/api/query/${query.name}?args=${encodeURIComponent(JSON.stringify(args))}`
  const [latest, setLatest] = useState<{ key: string; answer: Answer } | null>(null)
  const [failure, setFailure] = useState<{ key: string; error: AppError } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says query and arguments
  const ask = useCallback(
    async (isCurrent: () => boolean) => {
      try {
        const answer = (await answerOf(query.name, args, key)) as Answer
        answers.set(key, answer)
        if (!isCurrent()) return
        setLatest({ key, answer })
        setFailure(null)
      } catch (cause) {
        if (!isCurrent()) return
        const error = cause instanceof AppError ? cause : new AppError('internal', String(cause))
        if (error.code === 'not-signed-in') sessionEnded()
        else setFailure({ key, error })
      }
    },
    [key],
  )

  useEffect(() => {
    let current = true
    const isCurrent = () => current
    const refresh = () => void ask(isCurrent)
    const refreshIfSeen = () => {
      if (document.visibilityState === 'visible' && !local()?.isLive()) refresh()
    }
    refresh()
    const stopListening = onChange(refresh)
    const timer = setInterval(refreshIfSeen, REFRESH_MS)
    document.addEventListener('visibilitychange', refreshIfSeen)
    window.addEventListener('online', refresh)
    return () => {
      current = false
      stopListening()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfSeen)
      window.removeEventListener('online', refresh)
    }
  }, [ask])

  if (latest?.key === key) return { name: 'ready', answer: latest.answer, stale: false }
  const keptAnswer = answers.get(key) as Answer | undefined
  if (keptAnswer !== undefined) return { name: 'ready', answer: keptAnswer, stale: false }
  if (failure?.key === key) return { name: 'failed', error: failure.error, retry: announceChange }
  if (latest) return { name: 'ready', answer: latest.answer, stale: true }
  return { name: 'loading' }
}

/** From the copy when it is ready; from the server until then, or when the copy fails (S10). */
async function answerOf(name: string, args: unknown, path: string): Promise<unknown> {
  const copy = local()
  if (copy?.isReady()) {
    try {
      return await copy.answer(name, args)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'internal') throw error
    }
  }
  return request('GET', path)
}
