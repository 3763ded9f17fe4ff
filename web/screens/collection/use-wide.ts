import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 760px)')

/** Whether there is more room than on a phone. */
export function useWide(): boolean {
  return useSyncExternalStore(onChange, () => wide.matches)
}

function onChange(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
