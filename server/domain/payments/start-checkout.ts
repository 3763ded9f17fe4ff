import type { Logger } from 'pino'
import type { Checkout, CheckoutRequest } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../data/database.ts'
import { type PaymentProvider, providerAway } from '../../providers/payment-provider.ts'
import type { Reporter, Reports } from '../reports.ts'
import { whyNot } from './why-not.ts'

interface Tools {
  database: Database
  reports: Reports
  payments: readonly PaymentProvider[]
  log: Logger
  now(): Date
}

/**
 * Files a contribution as pending and asks its provider where it is paid. The same request again answers
 * the same place. A provider that is away leaves nothing behind. Throws AppError: what `Reports`
 * throw, 'invalid-input' for a method that this installation has not, 'conflict' for what is paid or can
 * be paid no more, 'unavailable'.
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
  const { contribution } = await tools.reports.file(
    collectionId,
    { ...request, reference },
    reporter,
  )
  if (contribution.state !== 'pending' && contribution.state !== 'rejected') throw paidAlready()

  const { database, log, now } = tools
  const known = await pageOf(database, contribution.id)
  if (known?.url) {
    if (Date.parse(known.createdAt) + provider.payableFor <= now().getTime()) throw closed()
    return { reference, url: known.url }
  }
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
    const other = await pageOf(database, contribution.id)
    if (other?.url) return { reference, url: other.url }
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

interface PaymentPage {
  url: string | null
  createdAt: string
}

async function pageOf(database: Database, contributionId: string): Promise<PaymentPage | null> {
  const [page] = await database.query<PaymentPage>(
    'select url, created_at as "createdAt" from checkouts where contribution_id = $1',
    [contributionId],
  )
  return page ?? null
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

/**
 * Nobody was told where to pay it, so nobody can: it goes as if it had not been, unless it was paid after
 * all. Answers whether it went. The checkout's row is held meanwhile: the same request, sent twice at once,
 * either hands out its page before this looks or finds nothing to keep it in.
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

function closed(): AppError {
  return new AppError('conflict', 'La página para pagar este aporte ya venció.')
}

function paidAlready(): AppError {
  return new AppError('conflict', 'Este aporte ya está pagado.')
}
