/** How long until it is asked for again, in ms; sooner when the network is back. */
const PAUSES = [1_000, 4_000, 16_000]

/** Fetches code that can be waited for: a few times more when it does not come. Throws what the last time threw. */
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
