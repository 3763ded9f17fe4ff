/* A change of a row: `useChange` runs it, `useExpected` shows its value until the server's row arrives. */
import { CircleAlert } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { showToast } from '../../components/toast.tsx'

/**
 * Returns `change`, which runs one change per `key` at a time. On failure a toast shows the server's message, or else
 * `failure`, and a retry. `change` is the same function in every render.
 */
export function useChange() {
  const running = useRef(new Set<string>())
  const [busy, setBusy] = useState(false)

  const change = useCallback(async function change(
    run: () => Promise<void>,
    failure: string,
    key = '',
  ): Promise<void> {
    if (running.current.has(key)) return
    running.current.add(key)
    setBusy(true)
    try {
      await run()
    } catch (error) {
      showToast({
        text: refusalMessage(error) ?? failure,
        icon: CircleAlert,
        action: { label: 'Reintentar', onPress: () => void change(run, failure, key) },
      })
    } finally {
      running.current.delete(key)
      setBusy(running.current.size > 0)
    }
  }, [])

  return { busy, change }
}

function refusalMessage(error: unknown): string | null {
  if (!(error instanceof AppError)) return null
  return error.code === 'unavailable' || error.code === 'internal' ? null : error.message
}

/** Time in which the row of a successful change arrives. */
const ECHO_MS = 5_000

/**
 * Returns optimistic values of rows, by id: `during` sets one while a change runs, `of` reads it. Without them a row
 * would show its old value again before the server's row arrives. The same object until a value changes.
 */
export function useExpected<Value>() {
  const [expected, setExpected] = useState<Record<string, { before: Value; after: Value }>>({})

  return useMemo(() => {
    return {
      of(id: string, actual: Value): Value {
        const entry = expected[id]
        return entry && entry.before === actual ? entry.after : actual
      },
      async during(id: string, before: Value, after: Value, run: () => Promise<void>) {
        const entry = { before, after }
        // A later change of the row has an entry of its own, which stays.
        const forget = () =>
          setExpected((all) => {
            const { [id]: last, ...others } = all
            return last === entry ? others : all
          })
        setExpected((all) => ({ ...all, [id]: entry }))
        try {
          await run()
          setTimeout(forget, ECHO_MS)
        } catch (error) {
          forget()
          throw error
        }
      },
    }
  }, [expected])
}
