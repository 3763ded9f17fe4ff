import { links } from '../../../shared/links.ts'

/**
 * Opens the page of a deleted account as a new page, so that nothing of the person stays in memory. The mark is in the
 * history entry, where the router reads it: an address cannot set it, and a device without storage has it too.
 */
export function leaveDeletedAccount(): void {
  window.history.replaceState({ usr: AFTER_DELETION }, '', links.accountDeleted())
  window.location.reload()
}

export const AFTER_DELETION = { accountDeleted: true }

export function isAfterDeletion(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'accountDeleted' in state
}
