import { useSyncExternalStore } from 'react'

/** False on the server, and in a page that it wrote until the script has brought it to life. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const never = () => () => {}
