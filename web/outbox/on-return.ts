/**
 * Calls back when an attempt that failed may succeed now: the network is back, or the person has
 * come back to this tab. Returns a function that stops it.
 */
export function onReturn(listener: (returned: 'network' | 'person') => void): () => void {
  const onOnline = () => listener('network')
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener('person')
  }
  window.addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
