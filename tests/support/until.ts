import { vi } from 'vitest'

/**
 * Retries the check every 10 ms until it no longer throws and returns its result.
 *
 * @throws the check's last error after 20 s
 */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 10 })
}
