/* Tokens of links (A3). Used ones are stored until they expire: a second click gets its own message. */
import type { Sql, Transaction } from '../../shared/sql.ts'
import { HOUR } from '../../shared/time.ts'
import { hashToken, newSecretToken } from './tokens.ts'

type Purpose = 'confirm' | 'recover'

const LIFE = { confirm: 24 * HOUR, recover: HOUR }

/**
 * Returns null when the account has another e-mail now: the old one must get no link that works. Earlier tokens stay
 * valid (A3).
 */
export async function issueEmailToken(
  sql: Sql,
  { id, email }: { id: string; email: string },
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const token = newSecretToken()
  await sql.query(
    'delete from email_tokens where user_id = $1 and purpose = $2 and expires_at <= $3',
    [id, purpose, now.toISOString()],
  )
  // The lock waits for a change of the e-mail under way, and the condition is then checked again.
  const issued = await sql.query(
    `insert into email_tokens (user_id, purpose, id, created_at, expires_at)
     select u.id, $3, $4, $5, $6 from users u
     where u.id = $1 and u.email = $2
     for key share
     returning id`,
    [
      id,
      email,
      purpose,
      hashToken(token),
      now.toISOString(),
      new Date(now.getTime() + LIFE[purpose]).toISOString(),
    ],
  )
  return issued.length > 0 ? token : null
}

/** Does not use the token up (A3); null for an invalid one. */
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

/** Returns the person and uses up all tokens of this kind; null for an invalid one. Of parallel tries one succeeds. */
export async function redeemEmailToken(
  tx: Transaction,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  // Locks the person before reading the tokens: another of their links may be in use right now.
  await tx.query(
    `select from users
     where id = (select user_id from email_tokens where id = $1 and purpose = $2)
     for update`,
    [hashToken(token), purpose],
  )
  const [row] = await tx.query<{ userId: string }>(
    `update email_tokens
     set used_at = $3
     where user_id = (
         select user_id from email_tokens
         where id = $1 and purpose = $2 and used_at is null and expires_at > $3
       )
       and purpose = $2 and used_at is null
     returning user_id as "userId"`,
    [hashToken(token), purpose, now.toISOString()],
  )
  return row?.userId ?? null
}

/** Serves the latest request to change to `email` (email-change.ts); null when there is none. */
export async function issueChangeToken(
  sql: Sql,
  email: string,
  now: Date,
): Promise<{ token: string; firstName: string } | null> {
  const token = newSecretToken()
  const [person] = await sql.query<{ firstName: string }>(
    `update email_changes e
     set token_id = $2
     from users u
     where u.id = e.user_id
       and e.email = $1 -- again, because the person may request another address while this waits for their row
       and e.user_id = (
         select user_id from email_changes
         where email = $1 and expires_at > $3
         order by asked_at desc
         limit 1
       )
     returning u.first_name as "firstName"`,
    [email, hashToken(token), now.toISOString()],
  )
  return person ? { token, ...person } : null
}
