import { useCallback, useEffect, useRef, useState } from 'react'
import { type AppError, asAppError } from '../../shared/errors.ts'

type Known<Answer> =
  | { name: 'loading' }
  | { name: 'ready'; answer: Answer }
  | { name: 'failed'; error: AppError }

/** Asks at first, at `retry`, and when `key` changes, which stands for what is asked. */
export function useRequest<Answer>(ask: () => Promise<Answer>, key: string) {
  const [known, setKnown] = useState<Known<Answer>>({ name: 'loading' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or attempt asks again
  useEffect(() => {
    let current = true
    setKnown({ name: 'loading' })
    void answerTo(ask).then((answer) => current && setKnown(answer))
    return () => {
      current = false
    }
  }, [key, attempt])

  return { ...known, retry: () => setAttempt((count) => count + 1) }
}

/** Asks at first, at `reload`, and when the network is back. A failure does not replace a result. */
export function useFresh<Answer>(ask: () => Promise<Answer>) {
  const [known, setKnown] = useState<Known<Answer>>({ name: 'loading' })
  const latest = useRef(ask)
  latest.current = ask

  const reload = useCallback(async () => {
    const next = await answerTo(latest.current)
    setKnown((before) => (next.name === 'failed' && before.name === 'ready' ? before : next))
  }, [])

  useEffect(() => {
    const again = () => void reload()
    again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [reload])

  return { ...known, reload }
}

function answerTo<Answer>(ask: () => Promise<Answer>): Promise<Known<Answer>> {
  return ask().then(
    (answer) => ({ name: 'ready', answer }) as const,
    (error) => ({ name: 'failed', error: asAppError(error) }) as const,
  )
}
