/** Resolves after `ms`, or as soon as the network is back. */
export function onlineOr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    window.addEventListener('online', () => resolve(), { once: true })
  })
}
