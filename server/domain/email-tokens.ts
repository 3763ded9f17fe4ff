/*
 * Links sent by e-mail (A3): 256 bits, hashed at rest, used once, the newest only. A used token stays
 * until it expires, so that a second tap on the same link can be told from a wrong one.
 */
import type { Sql } from '../../shared/sql.ts'
import { hashToken, newSecretToken } from './secret-token.ts'

type Purpose = 'confirm' | 'recover'

const HOUR = 60 * 60 * 1000 // in ms
const LIFE = { confirm: 24 * HOUR, recover: HOUR }

/** Makes a new token, which alone is valid from now on. */
export async function issueEmailToken(
  sql: Sql,
  userId: string,
  purpose: Purpose,
  now: Date,
): Promise<string> {
  const token = newSecretToken()
  await sql.query(
    `insert into email_tokens (user_id, purpose, id, created_at, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, purpose) do update set
       id = excluded.id,
       created_at = excluded.created_at,
       expires_at = excluded.expires_at,
       used_at = null`,
    [
      userId,
      purpose,
      hashToken(token),
      now.toISOString(),
      new Date(now.getTime() + LIFE[purpose]).toISOString(),
    ],
  )
  return token
}

/** Whose token it is while it is good, or null. Uses nothing up. */
export async function ownerOfEmailToken(
  sql: Sql,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const [row] = await sql.query<{ userId: string }>(
    `select user_id as "userId" from email_tokens
     where id = $1 and purpose = $2 and used_at is null and expires_at > $3`,
    [hashToken(token), purpose, now.toISOString()],
  )
  return row?.userId ?? null
}

/** Uses the token up and answers whose it was, or null. Of parallel tries exactly one gets it. */
export async function redeemEmailToken(
  sql: Sql,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const [row] = await sql.query<{ userId: string }>(
    `update email_tokens
     set used_at = $3
     where id = $1 and purpose = $2 and used_at is null and expires_at > $3
     returning user_id as "userId"`,
    [hashToken(token), purpose, now.toISOString()],
  )
  return row?.userId ?? null
}
