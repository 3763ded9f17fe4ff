import type { Logger } from 'pino'
import type { Checkout, CheckoutRequest } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../data/database.ts'
import { type PaymentProvider, providerAway } from '../../providers/payment-provider.ts'
import type { Limits } from '../limits.ts'
import { fileReport, type Reporter } from '../reports.ts'
import { whyNot } from './why-not.ts'

interface Tools {
  database: Database
  limits: Limits
  payments: readonly PaymentProvider[]
  log: Logger
  now(): Date
}

/**
 * Files a contribution as pending and asks its provider where it is paid. The same request again answers
 * the same place. A provider that is away leaves nothing behind. Throws AppError: what `fileReport`
 * throws, 'invalid-input' for a method that this installation has not, 'conflict' for what is paid,
 * 'unavailable'.
 */
export async function startCheckout(
  tools: Tools,
  collectionId: string,
  request: CheckoutRequest,
  reporter: Reporter,
): Promise<Checkout> {
  const provider = tools.payments.find(({ method }) => method === request.paymentMethod)
  if (!provider) throw notOffered()

  // First ours, then theirs: what is paid there always has its contribution here.
  const reference = provider.referenceOf(request.id)
  const { contribution } = await fileReport(
    tools,
    collectionId,
    { ...request, reference },
    reporter,
  )
  if (contribution.state !== 'pending' && contribution.state !== 'rejected') throw paidAlready()

  const { database, log } = tools
  const known = await urlOf(database, contribution.id)
  if (known) return { reference, url: known }
  try {
    const url = await provider.create({
      reference,
      amount: contribution.amount,
      collection: await payee(database, collectionId),
      payer: { name: contribution.contributorName, email: contribution.contributorEmail ?? '' },
    })
    return { reference, url: await keepUrl(database, contribution.id, url) }
  } catch (error) {
    log.warn({ provider: provider.method, ...whyNot(error) }, 'checkout not begun')
    await dropHalfMade(database, contribution.id)
    // The same request, sent twice at once, may have had better luck.
    const other = await urlOf(database, contribution.id)
    if (other) return { reference, url: other }
    throw error
  }
}

async function payee(database: Database, id: string) {
  const [found] = await database.query<{ id: string; title: string; bankAccount: string }>(
    'select id, title, bank_account as "bankAccount" from collections where id = $1',
    [id],
  )
  if (!found) throw notOffered()
  return found
}

async function urlOf(database: Database, contributionId: string): Promise<string | null> {
  const [checkout] = await database.query<{ url: string | null }>(
    'select url from checkouts where contribution_id = $1',
    [contributionId],
  )
  return checkout?.url ?? null
}

/** Whoever came first decides where it is paid. */
async function keepUrl(database: Database, contributionId: string, url: string): Promise<string> {
  const [kept] = await database.query<{ url: string }>(
    'update checkouts set url = coalesce(url, $2) where contribution_id = $1 returning url',
    [contributionId, url],
  )
  if (!kept) throw providerAway('El medio de pago', new Error('Given up meanwhile'))
  return kept.url
}

/** Nobody was told where to pay it, so nobody can: it goes as if it had not been. */
export async function dropHalfMade(database: Database, contributionId: string): Promise<void> {
  await database.query(
    `delete from contributions c
     using checkouts k
     where k.contribution_id = c.id and c.id = $1 and k.url is null`,
    [contributionId],
  )
}

function notOffered(): AppError {
  return new AppError('invalid-input', 'Ese método de pago no está disponible.')
}

function paidAlready(): AppError {
  return new AppError('conflict', 'Este aporte ya está pagado.')
}
