import { useSyncExternalStore } from 'react'

/** False on the server, and in its page until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
