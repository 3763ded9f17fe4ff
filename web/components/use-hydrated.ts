import { useSyncExternalStore } from 'react'

/** Returns false on the server and until hydration, so that the first render matches the server's. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
