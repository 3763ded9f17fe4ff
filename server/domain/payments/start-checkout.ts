import type { Checkout, CheckoutRequest } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../data/database.ts'
import {
  providerUnavailable,
  type SellerAccount,
  SellerRefused,
} from '../../providers/payment-provider.ts'
import type { Reporter, Reports } from '../reports.ts'
import type { PaymentContext } from './sellers.ts'

interface Tools extends PaymentContext {
  reports: Reports
}

/**
 * Creates a payment at the provider and returns its page. Idempotent. When the provider is not reachable, nothing
 * remains. Throws AppError: those of `Reports`, 'invalid-input' for a method that is not available, 'conflict' when it
 * is paid or can no longer be paid, 'unavailable'.
 */
export async function startCheckout(
  tools: Tools,
  collectionId: string,
  request: CheckoutRequest,
  reporter: Reporter,
): Promise<Checkout> {
  const provider = tools.payments.find(({ method }) => method === request.paymentMethod)
  if (!provider) throw notOffered()
  const { database, sellers, logError, now } = tools
  const seller = provider.hasSellers ? await sellers.ofCollection(collectionId) : null
  if (provider.hasSellers && !seller && (await exists(database, collectionId))) throw notConnected()

  // Ours first, so that every payment has its contribution.
  const reference = provider.referenceOf(request.id)
  const { contribution } = await tools.reports.file(
    collectionId,
    { ...request, reference },
    reporter,
  )
  if (contribution.state !== 'pending' && contribution.state !== 'rejected')
    throw new AppError('conflict', 'Este aporte ya está pagado.')

  const known = await pageOf(database, contribution.id)
  if (known?.url) {
    if (known.sellerId !== (seller?.id ?? null)) throw closed()
    if (Date.parse(known.createdAt) + provider.payableFor <= now().getTime()) throw closed()
    return { reference, url: known.url }
  }
  try {
    // Before the checkout exists, so that a payment always finds its seller.
    if (seller) await storeSeller(database, contribution.id, seller)
    const url = await provider.create({
      reference,
      amount: contribution.amount,
      collection: await payee(database, collectionId),
      payer: { name: contribution.contributorName, email: contribution.contributorEmail ?? '' },
      seller,
    })
    return { reference, url: await storeUrl(database, contribution.id, url) }
  } catch (error) {
    logError(error, 'checkout not begun', { provider: provider.method })
    if (error instanceof SellerRefused) await sellers.makeRenewalDue(error.sellerId)
    await dropHalfMade(database, contribution.id)
    // A concurrent repetition of the request may have succeeded.
    const other = await pageOf(database, contribution.id)
    if (other?.url) return { reference, url: other.url }
    throw error
  }
}

async function exists(database: Database, id: string): Promise<boolean> {
  const found = await database.query(
    'select from collections where id = $1 and deleted_at is null',
    [id],
  )
  return found.length > 0
}

async function payee(database: Database, id: string) {
  const [found] = await database.query<{ id: string; title: string; bankAccount: string }>(
    'select id, title, bank_account as "bankAccount" from collections where id = $1',
    [id],
  )
  if (!found) throw notOffered()
  return found
}

interface PaymentPage {
  url: string | null
  sellerId: string | null
  createdAt: string
}

async function pageOf(database: Database, contributionId: string): Promise<PaymentPage | null> {
  const [page] = await database.query<PaymentPage>(
    `select url, seller as "sellerId", created_at as "createdAt"
     from checkouts where contribution_id = $1`,
    [contributionId],
  )
  return page ?? null
}

async function storeSeller(
  database: Database,
  contributionId: string,
  { id }: SellerAccount,
): Promise<void> {
  const kept = await database.query(
    `update checkouts set seller = $2
     where contribution_id = $1 and coalesce(seller, $2) = $2
     returning contribution_id`,
    [contributionId, id],
  )
  if (kept.length === 0)
    throw providerUnavailable('El medio de pago', new Error('Another seller meanwhile'))
}

/** Returns the stored URL, which may be a concurrent request's. */
async function storeUrl(database: Database, contributionId: string, url: string): Promise<string> {
  const [kept] = await database.query<{ url: string }>(
    'update checkouts set url = coalesce(url, $2) where contribution_id = $1 returning url',
    [contributionId, url],
  )
  if (!kept) throw providerUnavailable('El medio de pago', new Error('Given up meanwhile'))
  return kept.url
}

/**
 * Deletes a checkout whose URL was returned to nobody, unless it was paid; returns whether. A concurrent repetition of
 * the request stores its URL before, or finds no row.
 */
export async function dropHalfMade(database: Database, contributionId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const halfMade = await tx.query(
      'select from checkouts where contribution_id = $1 and url is null for update',
      [contributionId],
    )
    if (halfMade.length === 0) return false
    const dropped = await tx.query(
      `delete from contributions c
       where c.id = $1
         and not exists (select from provider_payments p where p.contribution_id = c.id)
       returning c.id`,
      [contributionId],
    )
    return dropped.length > 0
  })
}

function notOffered(): AppError {
  return new AppError('invalid-input', 'Ese método de pago no está disponible.')
}

function notConnected(): AppError {
  return new AppError(
    'invalid-input',
    'Quien organiza esta colecta no cobra con Mercado Pago. Aporta con una transferencia.',
  )
}

function closed(): AppError {
  return new AppError('conflict', 'La página para pagar este aporte ya venció.')
}
