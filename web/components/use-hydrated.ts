import { useSyncExternalStore } from 'react'

/** Returns true once the page is hydrated; false on the server, and in its page until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
