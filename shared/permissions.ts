/*
 * Permissions as functions. Screens hide by them and mutations reject by them (A7); the row-level policies in
 * migrations/server are the second line of defence.
 */
import type { Collection, CollectionStatus } from './collection.ts'
import type { PaymentMethod } from './contribution.ts'

interface Person {
  id: string
}

export const isCreator = (person: Person, collection: { creatorId: string }) =>
  person.id === collection.creatorId

export const acceptsContributions = (collection: { status: CollectionStatus }) =>
  collection.status === 'abierta'

/** True when the page that a reminder leads to takes contributions. */
export const mayRemind = (collection: Pick<Collection, 'status' | 'suspensionReason'>) =>
  acceptsContributions(collection) && collection.suspensionReason === null

/** True unless a provider paid: it decides the state of its payments, so an organiser cannot take them out. */
export const canHideContribution = (
  person: Person,
  collection: { creatorId: string },
  contribution: { paymentMethod: PaymentMethod },
) =>
  isCreator(person, collection) &&
  (contribution.paymentMethod === 'Transferencia' || contribution.paymentMethod === 'Manual')

export const canEditContribution = (
  person: Person,
  collection: { creatorId: string },
  contribution: { paymentMethod: PaymentMethod },
) => isCreator(person, collection) && contribution.paymentMethod === 'Manual'

export const canDeleteContribution = canEditContribution
