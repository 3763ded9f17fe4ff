import { request } from '../../api/request.ts'

/** On a bad network nobody waits longer for a courtesy. */
const PATIENCE_MS = 4_000

/** What is asked before the steps begin (specification 4, flow 1 and 2); null lets them begin. */
export type FirstQuestion = 'sign-in' | 'existing' | null

/**
 * Whether this e-mail has an account, or has reported to the collection before. Without an answer
 * nothing is asked: the report matters more.
 */
export async function askFirst(
  collectionId: string,
  email: string,
  signedIn: boolean,
): Promise<FirstQuestion> {
  const address = `email=${encodeURIComponent(email)}`
  const [known, reported] = await Promise.all([
    signedIn ? false : exists(`/api/users/exists?${address}`),
    exists(`/api/collections/${collectionId}/contributions/exists?${address}`),
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
