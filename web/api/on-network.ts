/** Calls back when the network comes or goes. Returns a function that stops it. */
export function onNetwork(listener: () => void): () => void {
  const stopping = new AbortController()
  for (const event of ['online', 'offline'] as const) {
    window.addEventListener(event, listener, { signal: stopping.signal })
  }
  return () => stopping.abort()
}
