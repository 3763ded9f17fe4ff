import { useEffect, useRef } from 'react'

/** Calls `act` once after `ms`. A change of `ms` or `since` restarts the timer; null stops it. */
export function useTimer(act: () => void, ms: number | null, since?: unknown): void {
  const latest = useRef(act)
  latest.current = act

  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` restarts the timer
  useEffect(() => {
    if (ms === null) return
    const timer = setTimeout(() => latest.current(), ms)
    return () => clearTimeout(timer)
  }, [ms, since])
}
