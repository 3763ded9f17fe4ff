import { setTimeout as sleep } from 'node:timers/promises'

/** Engines start in seconds, but the machine may be busy. */
const PATIENCE = 90_000 // ms
const POLL_EVERY = 50 // ms
const RESPONSE_WITHIN = 10_000 // ms

/**
 * Resolves when the server at `origin` is ready; `ended` settles when its process ends. Throws when the
 * process ends first, and after a timeout, which leaves the process running.
 */
export async function untilReady(origin: string, ended: Promise<unknown>): Promise<void> {
  const deadline = Date.now() + PATIENCE
  let isRunning = true
  ended.finally(() => {
    isRunning = false
  })
  while (isRunning && Date.now() < deadline) {
    const response = await fetch(`${origin}/api/ready`, {
      signal: AbortSignal.timeout(RESPONSE_WITHIN),
    }).catch(() => null)
    if (response?.ok) return
    await sleep(POLL_EVERY)
  }
  throw new Error(
    isRunning
      ? `The server was not ready in ${PATIENCE} ms`
      : 'The server ended before it was ready',
  )
}
