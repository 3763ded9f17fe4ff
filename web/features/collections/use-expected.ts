import { useState } from 'react'

/** By then the echo of a change has arrived, or something else became true. */
const ECHO_MS = 5_000

/**
 * What rows will say once the server agrees: shown at once, so that nothing flickers back between a
 * change and its echo. Dropped when the row itself moves, when the change fails, or soon after.
 */
export function useExpected<Value>() {
  const [expected, setExpected] = useState<Record<string, { before: Value; after: Value }>>({})
  const forget = (id: string) => setExpected(({ [id]: _, ...others }) => others)

  return {
    of(id: string, actual: Value): Value {
      const entry = expected[id]
      return entry && entry.before === actual ? entry.after : actual
    },
    /** Shows `after` instead of `before` while `run` changes it. Throws what `run` throws. */
    async during(id: string, before: Value, after: Value, run: () => Promise<void>) {
      setExpected((all) => ({ ...all, [id]: { before, after } }))
      try {
        await run()
        setTimeout(forget, ECHO_MS, id)
      } catch (error) {
        forget(id)
        throw error
      }
    },
  }
}
