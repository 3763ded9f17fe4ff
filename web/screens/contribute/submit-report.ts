/*
 * The steps between the contribution form and the dialogs of a transfer or the provider's page: check, question,
 * amount, checkout. use-report.ts loads this file when somebody touches the form.
 */
import { emailExists } from '../../../shared/api/accounts.ts'
import { hasReported, reserveAmount } from '../../../shared/api/collections.ts'
import { startCheckout } from '../../../shared/api/payments.ts'
import { getCollection } from '../../../shared/api/start.ts'
import { withTimeout } from '../../../shared/async.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import {
  type CheckoutMethod,
  type ContributionReport,
  contributionReport,
  isPlausible,
} from '../../../shared/contribution.ts'
import { AppError, hasCode } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { type Centavos, typedAmount } from '../../../shared/money.ts'
import { type Checked, check } from '../../../shared/validation.ts'
import { agreesToMeasuring } from '../../api/consent.ts'
import { keepCheckout } from '../../api/measured-checkouts.ts'
import { request } from '../../api/request.ts'
import { sessionEnded } from '../../api/session.ts'
import type { QuestionKind } from './report-steps.ts'

interface TypedReport {
  id: string
  repeatKey: string
  amount: string
  contributorName: string
  contributorEmail: string
  message: string
}

export function checkReport(typed: TypedReport): Checked<ContributionReport> {
  return check(contributionReport, {
    ...typed,
    amount: typedAmount(typed.amount),
    paymentMethod: 'Transferencia',
  })
}

const QUESTION_LIMIT_MS = 4_000 // afterwards the report continues without a question

interface Known {
  signedIn: boolean
  isSure: boolean
}

/** Returns the question to ask before the next step; null if there is none or the server does not respond. */
export async function askFirst(
  collection: PublicCollection,
  { amount, contributorEmail }: ContributionReport,
  { signedIn, isSure }: Known,
): Promise<QuestionKind | null> {
  if (!isSure && !isPlausible(amount, collection)) return 'amount'
  const [known, reported] = await Promise.all([
    signedIn ? false : exists(request(emailExists, { input: { email: contributorEmail } })),
    reportedBefore(collection, contributorEmail),
  ])
  if (known) return 'sign-in'
  return reported ? 'existing' : null
}

/** The rendered page is the same for everybody, so its collection has no token yet. */
async function reportedBefore(collection: PublicCollection, email: string): Promise<boolean> {
  const params = { id: collection.id }
  const { formToken: token } = collection.formToken
    ? collection
    : await inTime(request(getCollection, { params }), collection)
  return exists(request(hasReported, { params, input: { email, token } }))
}

async function exists(asked: Promise<{ exists: boolean }>): Promise<boolean> {
  const response = await inTime(asked, { exists: false })
  return response.exists
}

/** Returns `otherwise` if the request fails or takes too long. */
function inTime<T>(response: Promise<T>, otherwise: T): Promise<T> {
  return withTimeout(response, QUESTION_LIMIT_MS).catch(() => otherwise)
}

/**
 * Returns the amount to transfer: one that the server reserves for this report if the collection wants distinct
 * amounts, else the typed one. `known`: typed and reserved amount of the draft before a reload, used without a network
 * and when the server reserves none any more, because the person may have transferred it already.
 */
export async function amountToTransfer(
  collection: PublicCollection,
  { id, amount }: ContributionReport,
  known: string,
): Promise<Centavos> {
  const [typed, own] = known.split(' ').map(Number)
  const shown = typed === amount && own ? own : amount
  if (!collection.uniqueCents) return shown
  const params = { id: collection.id }
  const asked = request(reserveAmount, { params, input: { contributionId: id, amount } })
  return inTime(
    asked.then((reserved) => (reserved.amount === amount ? shown : reserved.amount)),
    shown,
  )
}

/**
 * Opens the provider's page: of the same payment, unless the data changed or it was paid. `personId`: null for a guest.
 * Throws AppError.
 */
export async function goToCheckout(
  collectionId: string,
  report: ContributionReport,
  method: CheckoutMethod,
  personId: string | null,
): Promise<void> {
  const begin = (id: string) =>
    request(startCheckout, {
      params: { id: collectionId },
      input: { ...report, id, paymentMethod: method },
      as: personId,
    })
  const { reference, url } = await begin(report.id).catch((error) => {
    if (hasCode(error, 'conflict')) return begin(newId())
    if (hasCode(error, 'not-signed-in')) sessionEnded()
    throw error
  })
  if (!isPage(url)) throw new AppError('unavailable', 'El medio de pago no respondió bien.')
  if (agreesToMeasuring()) keepCheckout(reference, personId === null ? 'guest' : 'logged')
  window.location.assign(url)
}

/** Returns true for a web page, false for a script. Plain http only if this page uses it, too. */
function isPage(url: string): boolean {
  const { protocol } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && window.location.protocol === 'http:')
}
