import type { PublicCollection } from '../../../shared/collection.ts'
import { type ContributionReport, isPlausible } from '../../../shared/contribution.ts'
import { request } from '../../api/request.ts'

/** On a bad network nobody waits longer for a courtesy. */
const PATIENCE_MS = 4_000

/** What is asked before the steps begin; null lets them begin. */
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
  const address = `email=${encodeURIComponent(contributorEmail)}`
  const [known, reported] = await Promise.all([
    signedIn ? false : exists(`/api/users/exists?${address}`),
    hasReported(collection, address),
  ])
  if (known) return 'sign-in'
  return reported ? 'existing' : null
}

/** The collection that came with the page has no token yet: it is the same page for everybody. */
async function hasReported(collection: PublicCollection, address: string): Promise<boolean> {
  const path = `/api/collections/${collection.id}`
  const { formToken = '' } = collection.formToken
    ? collection
    : await inTime(request<PublicCollection>('GET', path), collection)
  return exists(`${path}/contributions/exists?${address}&token=${encodeURIComponent(formToken)}`)
}

async function exists(path: string): Promise<boolean> {
  const answer = await inTime(request<{ exists: boolean }>('GET', path), { exists: false })
  return answer.exists
}

/** Returns `otherwise` where the answer fails or takes too long. */
function inTime<Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  const late = new Promise<Answer>((resolve) => setTimeout(resolve, PATIENCE_MS, otherwise))
  return Promise.race([answer.catch(() => otherwise), late])
}
