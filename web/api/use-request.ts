import { useCallback, useEffect, useRef, useState } from 'react'
import { type AppError, asAppError } from '../../shared/errors.ts'

type Known<Answer> =
  | { name: 'loading' }
  | { name: 'ready'; answer: Answer }
  | { name: 'failed'; error: AppError }

/** Asks at first, at `retry`, and when `key` changes, which stands for what is asked. */
export function useRequest<Answer>(ask: () => Promise<Answer>, key: string) {
  const [known, setKnown] = useState<Known<Answer>>(LOADING)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or attempt asks again
  useEffect(() => {
    let current = true
    setKnown(LOADING)
    void answerTo(ask).then((answer) => current && setKnown(answer))
    return () => {
      current = false
    }
  }, [key, attempt])

  return { ...known, retry: () => setAttempt((count) => count + 1) }
}

/**
 * Asks at first, at `reload` and `retry`, and when the network is back; not before `isDue`. A failure does not replace a
 * result. `initial`: a result that is known already.
 */
export function useFresh<Answer>(
  ask: () => Promise<Answer>,
  { initial, isDue = true }: { initial?: Answer | undefined; isDue?: boolean } = {},
) {
  const [known, setKnown] = useState<Known<Answer>>(
    initial === undefined ? LOADING : { name: 'ready', answer: initial },
  )
  const latest = useRef(ask)
  latest.current = ask

  const reload = useCallback(async () => {
    const next = await answerTo(latest.current)
    setKnown((before) => (next.name === 'failed' && before.name === 'ready' ? before : next))
  }, [])

  useEffect(() => {
    if (!isDue) return
    const again = () => void reload()
    again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [reload, isDue])

  function retry() {
    setKnown(LOADING)
    void reload()
  }
  /** With an answer that came another way, such as that of a change. */
  const replace = (answer: Answer) => setKnown({ name: 'ready', answer })
  return { ...known, reload, replace, retry }
}

const LOADING = { name: 'loading' } as const

function answerTo<Answer>(ask: () => Promise<Answer>): Promise<Known<Answer>> {
  return ask().then(
    (answer) => ({ name: 'ready', answer }) as const,
    (error) => ({ name: 'failed', error: asAppError(error) }) as const,
  )
}
