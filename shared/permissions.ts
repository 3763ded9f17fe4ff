/*
 * Who may do what, as sentences. Screens hide by it, mutations refuse by it (A7); the row-level
 * policies in migrations/server are the wall behind.
 */
import type { CollectionStatus } from './collection.ts'
import type { PaymentMethod } from './contribution.ts'

interface Person {
  id: string
}

export const isCreator = (person: Person, collection: { creatorId: string }) =>
  person.id === collection.creatorId

export const acceptsContributions = (collection: { status: CollectionStatus }) =>
  collection.status === 'abierta'

/** What a provider says was paid is not for the organiser to take out of the totals. */
export const canHideContribution = (
  person: Person,
  collection: { creatorId: string },
  contribution: { paymentMethod: PaymentMethod },
) =>
  isCreator(person, collection) &&
  (contribution.paymentMethod === 'Transferencia' || contribution.paymentMethod === 'Manual')

export const canDeleteContribution = (
  person: Person,
  collection: { creatorId: string },
  contribution: { paymentMethod: PaymentMethod },
) => isCreator(person, collection) && contribution.paymentMethod === 'Manual'
