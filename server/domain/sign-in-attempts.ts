/* Google sign-ins under way (A4), each for one browser. */
import type { Sql } from '../../shared/sql.ts'
import { MINUTE, SECOND } from '../../shared/time.ts'
import type { Challenge } from './google.ts'
import { hashToken } from './tokens.ts'

export const ATTEMPT_SECONDS = (10 * MINUTE) / SECOND

interface Attempt extends Omit<Challenge, 'state'> {
  returnTo: string | null
}

export async function storeAttempt(
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
      new Date(now.getTime() + ATTEMPT_SECONDS * SECOND).toISOString(),
    ],
  )
}

/** Deletes the attempt that it returns; null without one. */
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
