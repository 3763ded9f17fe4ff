/** In ms; sooner when the network is back. */
const PAUSES = [1_000, 4_000, 16_000]

/** For code that is not urgent. Throws the last error. */
export async function withRetries(fetchCode: () => Promise<void>): Promise<void> {
  for (const pause of PAUSES) {
    try {
      return await fetchCode()
    } catch {
      await onlineOr(pause)
    }
  }
  return fetchCode()
}

function onlineOr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    window.addEventListener('online', () => resolve(), { once: true })
  })
}
