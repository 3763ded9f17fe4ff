import { links } from '../../../shared/links.ts'

/**
 * Leaves the pages of a person whose account was deleted: loads `/cuenta-eliminada` as a new page, so that nothing of
 * theirs stays in memory. A mark in the history entry proves the deletion: no link can set it, and it needs no storage.
 */
export function leaveDeletedAccount(): void {
  window.history.replaceState({ usr: AFTER_DELETION }, '', links.accountDeleted())
  window.location.reload()
}

export const AFTER_DELETION = { accountDeleted: true }

/** Returns whether the router's location state has that mark. */
export function isAfterDeletion(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'accountDeleted' in state
}
