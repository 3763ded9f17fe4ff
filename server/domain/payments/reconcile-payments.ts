import type { Logger } from 'pino'
import type { CheckoutMethod } from '../../../shared/contribution.ts'
import type { Database } from '../../data/database.ts'
import type { PaymentProvider } from '../../providers/payment-provider.ts'
import { settlePayment } from './settle-payment.ts'
import { dropHalfMade } from './start-checkout.ts'
import { tellOutcome } from './tell-outcome.ts'
import { whyNot } from './why-not.ts'

const MINUTE = 60 * 1000 // in ms
const DAY = 24 * 60 * MINUTE

/** The longer it has been, the longer until the next look: 2 minutes, 4, 8, then once a day. */
const SOONEST = 2 * MINUTE
const LATEST = DAY
/** As long as a card's owner may go back on a payment. */
const WATCHED_FOR = 180 * DAY
/** By then its page takes no payment any more. */
const ABANDONED_AFTER = 4 * DAY

interface Tools {
  database: Database
  payments: readonly PaymentProvider[]
  log: Logger
  now(): Date
}

interface Due {
  contributionId: string
  reference: string
  isHalfMade: boolean
  createdAt: string
}

/**
 * Asks the providers what became of the checkouts that are due, whatever notices came or were lost:
 * those pending for long, and, seldom, those confirmed, which may be given back. Drops what a process
 * that died left half made. A provider that does not answer is left alone until the next time. Answers
 * whether anything was due.
 */
export async function reconcilePayments(tools: Tools, signal?: AbortSignal): Promise<boolean> {
  let found = false
  for (const provider of tools.payments) {
    let answers = true
    while (answers && !signal?.aborted) {
      const [due] = await dueOf(tools, provider.method)
      if (!due) break
      found = true
      answers = await look(tools, provider, due)
    }
  }
  return found
}

function dueOf({ database, now }: Tools, method: CheckoutMethod): Promise<Due[]> {
  return database.query<Due>(
    `select contribution_id as "contributionId", reference, url is null as "isHalfMade",
            created_at as "createdAt"
     from checkouts
     where provider = $1 and next_check_at <= $2
     order by next_check_at
     limit 1`,
    [method, now().toISOString()],
  )
}

/** Answers false where the provider did not. */
async function look(tools: Tools, provider: PaymentProvider, due: Due): Promise<boolean> {
  const { database, log, now } = tools
  if (due.isHalfMade) {
    await dropHalfMade(database, due.contributionId)
    return true
  }
  const age = now().getTime() - Date.parse(due.createdAt)
  // Moved first: one that makes us stumble does not keep the others waiting.
  const next = now().getTime() + Math.min(LATEST, Math.max(SOONEST, age))
  await lookAgain(database, due, age < WATCHED_FOR ? new Date(next) : null)
  try {
    const payments = await provider.find(due.reference)
    const isAbandoned = payments?.length === 0 && age > ABANDONED_AFTER
    if (isAbandoned) await giveUp(database, due.contributionId)
    if (isAbandoned || payments === null) await lookAgain(database, due, null)
    for (const payment of payments ?? []) {
      tellOutcome(log, provider.method, await settlePayment(database, provider, payment))
    }
    return true
  } catch (error) {
    log.warn({ provider: provider.method, ...whyNot(error) }, 'payment not asked for')
    return false
  }
}

async function lookAgain(database: Database, due: Due, at: Date | null): Promise<void> {
  await database.query('update checkouts set next_check_at = $2 where contribution_id = $1', [
    due.contributionId,
    at?.toISOString() ?? null,
  ])
}

/** Nobody ever tried to pay it. */
async function giveUp(database: Database, contributionId: string): Promise<void> {
  await database.query(
    `update contributions set payment_status = 'rejected'
     where id = $1 and payment_status = 'pending'`,
    [contributionId],
  )
}
