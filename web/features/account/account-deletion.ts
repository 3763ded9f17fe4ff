import { links } from '../../../shared/links.ts'

/** Loads a new page, so that nothing stays in memory. A mark in the history entry, which no link can set, proves it. */
export function leaveDeletedAccount(): void {
  window.history.replaceState({ usr: AFTER_DELETION }, '', links.accountDeleted())
  window.location.reload()
}

export const AFTER_DELETION = { accountDeleted: true }

export function isAfterDeletion(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'accountDeleted' in state
}
