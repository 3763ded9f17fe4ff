import { useCallback, useEffect, useRef, useState } from 'react'
import type { StatementStore } from '../../api/statement-store.ts'

/**
 * A record of this device, the same in all tabs. A change is shown at once, and stored on top of what other tabs
 * stored. Without storage it lasts as long as the page.
 */
export function useRecord<Value>(store: StatementStore, key: string, initial: Value) {
  const [value, setValue] = useState(initial)
  const started = useRef(0)
  const running = useRef(0)

  const load = useCallback(async () => {
    const before = started.current
    const stored = await store.get<Value>(key)
    // A change that was made meanwhile shows what it stored.
    if (running.current === 0 && started.current === before) setValue(stored ?? initial)
  }, [store, key, initial])

  useEffect(
    () => store.watch((changed) => changed?.includes(key) !== false && void load()),
    [store, key, load],
  )

  async function change(make: (before: Value) => Value): Promise<void> {
    setValue(make)
    started.current += 1
    running.current += 1
    const stored = await store.update<Value>(key, (before) => make(before ?? initial))
    running.current -= 1
    if (running.current === 0 && stored !== undefined) setValue(stored)
  }

  return { value, change, load }
}
