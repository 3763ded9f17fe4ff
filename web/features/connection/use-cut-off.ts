import { useSyncExternalStore } from 'react'
import { local, onLocal } from '../../api/local.ts'

/** Whether nothing passes between this browser and the server, as far as anybody here can tell. */
export function useCutOff(): boolean {
  return useSyncExternalStore(onConnection, isCutOff)
}

function isCutOff(): boolean {
  const copy = local()
  return copy?.isReady() ? copy.isCutOff() : !navigator.onLine
}

function onConnection(listener: () => void): () => void {
  const stop = onLocal(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
