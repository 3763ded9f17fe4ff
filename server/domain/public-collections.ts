import type { PublicCollection } from '../../shared/collection.ts'
import { AppError } from '../../shared/errors.ts'
import { idEndingOf } from '../../shared/id.ts'
import { collectionGone } from '../../shared/mutations/owned-collection.ts'
import { totalOf } from '../../shared/queries/columns.ts'
import type { Database } from '../data/database.ts'
import type { PaymentProvider } from '../providers/payment-provider.ts'
import { formToken } from './form-token.ts'
import type { Sellers } from './payments/sellers.ts'

interface Tools {
  database: Database
  payments: readonly PaymentProvider[]
  sellers: Sellers
}

/** Only what anyone with the link may see. Throws AppError: 'not-found', 'unavailable' if it is incomplete. */
export async function getPublicCollection(
  { database, payments, sellers }: Tools,
  collectionId: string,
): Promise<PublicCollection> {
  const [found] = await database.query<PublicCollection & { isSuspended: boolean }>(
    `select
       p.id, p.title, p.description, p.organiser_name as "organiserName",
       (p.suggested_amount * 100)::int8 as "suggestedAmount",
       (p.total_amount * 100)::int8 as "totalAmount",
       ${totalOf('p.amount_collected')} as "amountCollected",
       p.deadline, p.bank_account as "bankAccount", p.account_identifier as "accountIdentifier",
       p.cantidad_personas as "cantidadPersonas", p.status, p.created_at as "createdAt",
       p.is_suspended as "isSuspended", p.confirmed_count as "confirmedCount",
       p.closes_alone as "closesAlone", p.unique_cents as "uniqueCents",
       p.picture
     from public_collections p
     where p.id = $1`,
    [collectionId],
  )
  if (!found) throw collectionGone()
  const { isSuspended, ...collection } = found
  if (isSuspended) {
    const hidden = { bankAccount: '', accountIdentifier: '', picture: null }
    return { ...collection, ...hidden, isSuspended, status: 'cerrada' }
  }
  assertComplete(collection)
  if (payments.length === 0) return collection
  const isConnected = await sellers.isConnected(collectionId)
  const offered = payments.filter(({ hasSellers }) => isConnected || !hasSellers)
  const unconnected = payments.filter((provider) => !offered.includes(provider))
  return {
    ...collection,
    checkout: offered.map(({ method }) => method),
    unconnected: unconnected.map(({ method }) => method),
  }
}

/** Finds deleted collections, too (shared/id.ts). */
export async function findCollectionByCode(
  { database }: Pick<Tools, 'database'>,
  code: string,
): Promise<string | null> {
  const ending = idEndingOf(code)
  if (!ending) return null
  const [found] = await database.query<{ id: string }>(
    'select id from collections where right(id::text, 10) = $1',
    [ending],
  )
  return found?.id ?? null
}

/** Returns a collection with the token of its form. Throws as getPublicCollection does. */
export async function getContributionForm(
  tools: Tools & { secret: string; now(): Date },
  collectionId: string,
): Promise<PublicCollection> {
  const collection = await getPublicCollection(tools, collectionId)
  return { ...collection, formToken: formToken(tools.secret, collection.id, tools.now()) }
}

/** No form of ours creates such rows: without a title or without an account to transfer to. */
function assertComplete({ title, suggestedAmount, bankAccount }: PublicCollection): void {
  if (title.trim() === '' || suggestedAmount === 0) {
    throw new AppError('unavailable', 'La información de la colecta está incompleta.')
  }
  if (bankAccount.trim() === '') {
    throw new AppError('unavailable', 'La colecta no tiene configurada una cuenta bancaria')
  }
}
