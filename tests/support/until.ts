import { vi } from 'vitest'

const TIMEOUT = Number(process.env.UNTIL_TIMEOUT ?? 20_000) // ms

/**
 * Retries the check every 10 ms until it no longer throws and returns its result.
 *
 * @throws the check's last error after 20 s; tests/vitest.mutation.config.ts waits for less
 */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: TIMEOUT, interval: 10 })
}
