import type { PublicCollection } from '../../../shared/collection.ts'
import { type ContributionReport, isPlausible } from '../../../shared/contribution.ts'
import { request } from '../../api/request.ts'

/** On a bad network nobody waits longer for a courtesy. */
const PATIENCE_MS = 4_000

/** What is asked before the steps begin (specification 4, flow 1 and 2); null lets them begin. */
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
    exists(`/api/collections/${collection.id}/contributions/exists?${address}`),
  ])
  if (known) return 'sign-in'
  return reported ? 'existing' : null
}

async function exists(path: string): Promise<boolean> {
  const answer = request<{ exists: boolean }>('GET', path).catch(() => ({ exists: false }))
  const late = new Promise<{ exists: boolean }>((resolve) =>
    setTimeout(() => resolve({ exists: false }), PATIENCE_MS),
  )
  return (await Promise.race([answer, late])).exists
}
