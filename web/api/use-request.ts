import { useCallback, useEffect, useRef, useState } from 'react'
import { type AppError, asAppError } from '../../shared/errors.ts'

type Known<Answer> =
  | { name: 'loading' }
  | { name: 'ready'; answer: Answer }
  | { name: 'failed'; error: AppError }

/** Calls `ask` on mount, on `retry` and when `key`, which identifies it, changes. */
export function useRequest<Answer>(ask: () => Promise<Answer>, key: string) {
  const [known, setKnown] = useState<Known<Answer>>(LOADING)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or attempt asks again
  useEffect(() => {
    let current = true
    setKnown(LOADING)
    void fetchState(ask).then((answer) => current && setKnown(answer))
    return () => {
      current = false
    }
  }, [key, attempt])

  return { ...known, retry: () => setAttempt((count) => count + 1) }
}

/** Calls `ask` when due and when the network returns, too. A failure does not replace a result. */
export function useFresh<Answer>(
  ask: () => Promise<Answer>,
  { initial, isDue = true }: { initial?: Answer | undefined; isDue?: boolean } = {},
) {
  const [known, setKnown] = useState<Known<Answer>>(
    initial === undefined ? LOADING : { name: 'ready', answer: initial },
  )
  const latest = useRef(ask)
  latest.current = ask

  /** Numbers of requests: a late response must not replace that of a newer request. */
  const numbers = useRef({ sent: 0, shown: 0 })

  const reload = useCallback(async () => {
    const number = ++numbers.current.sent
    const next = await fetchState(latest.current)
    if (number < numbers.current.shown) return
    if (next.name === 'ready') numbers.current.shown = number
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
  function replace(answer: Answer) {
    numbers.current.shown = ++numbers.current.sent
    setKnown({ name: 'ready', answer })
  }
  return { ...known, reload, replace, retry }
}

const LOADING = { name: 'loading' } as const

function fetchState<Answer>(ask: () => Promise<Answer>): Promise<Known<Answer>> {
  return ask().then(
    (answer) => ({ name: 'ready', answer }) as const,
    (error) => ({ name: 'failed', error: asAppError(error) }) as const,
  )
}
