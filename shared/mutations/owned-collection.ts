import type { CollectionStatus } from '../collection.ts'
import { AppError } from '../errors.ts'
import { isCreator } from '../permissions.ts'
import type { Transaction } from '../sql.ts'

export interface OwnedCollection {
  id: string
  creatorId: string
  status: CollectionStatus
  deadline: string
  isDeleted: boolean
}

/** Locks and returns a person's collection. Throws AppError('not-found'), also for a stranger's, to reveal no id. */
export async function getOwnedCollection(
  tx: Transaction,
  collectionId: string,
  personId: string,
): Promise<OwnedCollection> {
  const [row] = await tx.query<OwnedCollection>(
    `select k.id, k.creator_id as "creatorId", k.status, k.deadline,
            k.deleted_at is not null as "isDeleted"
     from collections k
     where k.id = $1
     for no key update`,
    [collectionId],
  )
  if (row && isCreator({ id: personId }, row)) return row
  throw collectionGone()
}

/** Does the same, and throws AppError('not-found') for a deleted collection too. */
export async function getLiveCollection(
  tx: Transaction,
  collectionId: string,
  personId: string,
): Promise<OwnedCollection> {
  const collection = await getOwnedCollection(tx, collectionId, personId)
  if (!collection.isDeleted) return collection
  throw collectionGone()
}

export function collectionGone(): AppError {
  return new AppError('not-found', 'La colecta no existe o ha sido eliminada.')
}

/** SQL condition on `people`: the list is of a colecta of the organiser's. */
export const OF_OWN_COLLECTION = `exists (
  select from collections k where k.id = people.collection_id and k.creator_id = people.organiser_id
)`
