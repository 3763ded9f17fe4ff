/*
 * Where somebody who leaves for Google was going, for when they come back without having signed in:
 * what the server remembers is for those who did.
 */
import { safeReturnTo } from '../../../shared/links.ts'

const KEY = 'return-to'

export function keepReturnTo(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, path)
  } catch {
    // Then they come back to the dashboard.
  }
}

export function readReturnTo(): string | undefined {
  try {
    return safeReturnTo(sessionStorage.getItem(KEY)) ?? undefined
  } catch {
    return undefined
  }
}
