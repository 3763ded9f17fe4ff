import { emailExists } from '../../../shared/api/accounts.ts'
import { hasReported } from '../../../shared/api/collections.ts'
import { getCollection } from '../../../shared/api/start.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { type ContributionReport, isPlausible } from '../../../shared/contribution.ts'
import { request } from '../../api/request.ts'

/** On a bad network nobody waits longer for a courtesy. */
const PATIENCE_MS = 4_000

/** The question before the steps begin; null lets them begin. */
export type FirstQuestion = 'amount' | 'sign-in' | 'existing' | null

interface Known {
  signedIn: boolean
  /** The person has said that the amount is right. */
  isSure: boolean
}

/**
 * Whether the amount is right, where it is not plausible; whether this e-mail has an account, or has
 * reported to the collection before. Without an answer of the server nothing is asked: the report matters more.
 */
export async function askFirst(
  collection: PublicCollection,
  { amount, contributorEmail }: ContributionReport,
  { signedIn, isSure }: Known,
): Promise<FirstQuestion> {
  if (!isSure && !isPlausible(amount, collection)) return 'amount'
  const [known, reported] = await Promise.all([
    signedIn ? false : exists(request(emailExists, { input: { email: contributorEmail } })),
    reportedBefore(collection, contributorEmail),
  ])
  if (known) return 'sign-in'
  return reported ? 'existing' : null
}

/** The collection that came with the page has no token yet: it is the same page for everybody. */
async function reportedBefore(collection: PublicCollection, email: string): Promise<boolean> {
  const params = { id: collection.id }
  const { formToken: token } = collection.formToken
    ? collection
    : await inTime(request(getCollection, { params }), collection)
  return exists(request(hasReported, { params, input: { email, token } }))
}

async function exists(asked: Promise<{ exists: boolean }>): Promise<boolean> {
  const answer = await inTime(asked, { exists: false })
  return answer.exists
}

/** Returns `otherwise` where the answer fails or takes too long. */
function inTime<Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  const late = new Promise<Answer>((resolve) => setTimeout(resolve, PATIENCE_MS, otherwise))
  return Promise.race([answer.catch(() => otherwise), late])
}
