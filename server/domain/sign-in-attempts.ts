/*
 * People on their way to Google and back (A4). An attempt belongs to the browser that began it, ends
 * after ten minutes, and is used once: of parallel tries with one state exactly one finds it.
 */
import type { Sql } from '../../shared/sql.ts'
import type { Challenge } from './google.ts'
import { hashToken } from './secret-token.ts'

/** How long a browser must remember that it began one. */
export const ATTEMPT_SECONDS = 10 * 60

interface Attempt extends Omit<Challenge, 'state'> {
  /** A path of ours, or null. */
  returnTo: string | null
}

/** Remembers an attempt of the browser that holds this secret, and forgets those that ended. */
export async function keepAttempt(
  sql: Sql,
  browser: string,
  { state, verifier, nonce, returnTo }: Attempt & Challenge,
  now: Date,
): Promise<void> {
  await sql.query('delete from sign_in_attempts where expires_at <= $1', [now.toISOString()])
  await sql.query(
    `insert into sign_in_attempts (id, browser, verifier, nonce, return_to, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      hashToken(state),
      hashToken(browser),
      verifier,
      nonce,
      returnTo,
      new Date(now.getTime() + ATTEMPT_SECONDS * 1000).toISOString(),
    ],
  )
}

/** Uses the attempt up and answers it, or null. Another browser's stays as it is. */
export async function takeAttempt(
  sql: Sql,
  browser: string,
  state: string,
  now: Date,
): Promise<Attempt | null> {
  const [attempt] = await sql.query<Attempt>(
    `delete from sign_in_attempts
     where id = $1 and browser = $2 and expires_at > $3
     returning verifier, nonce, return_to as "returnTo"`,
    [hashToken(state), hashToken(browser), now.toISOString()],
  )
  return attempt ?? null
}
