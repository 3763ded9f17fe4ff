import { hash, parseOptions, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { AppError } from '../../shared/errors.ts'
import type { Sql, Transaction } from '../../shared/sql.ts'
import { LOCAL_PASSWORDS } from './common-passwords.ts'

/** argon2id, which is the library's default, at 19 MiB (A2). */
const STRENGTH = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

// Each hash takes a core and 19 MiB for some tens of ms: more at once would starve other requests.
const limited = pLimit(2)

/** Throws AppError('invalid-input') for one of the commonest passwords (A2). */
export async function assertUncommon(password: string): Promise<void> {
  commonest ??= loadCommonest()
  if (!(await commonest).has(password.toLowerCase())) return
  throw new AppError(
    'invalid-input',
    'Esa contraseña es de las más usadas y se adivina enseguida. Elige otra.',
    { field: 'password' },
  )
}

let commonest: Promise<ReadonlySet<string>> | undefined

/** Loaded on first use, because 50,000 passwords take 60 ms to parse. */
async function loadCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...(dictionary['passwords-common'] ?? []), ...LOCAL_PASSWORDS])
}

export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(typed(password), STRENGTH))
}

/** Returns null for accounts with Google sign-in only. */
export async function findPasswordHash(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql.query<{ hash: string }>('select hash from passwords where user_id = $1', [
    userId,
  ])
  return row?.hash ?? null
}

/** Ends all the person's sessions, too (A1). */
export async function storePassword(
  tx: Transaction,
  userId: string,
  hash: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into passwords (user_id, hash, updated_at) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at`,
    [userId, hash, now.toISOString()],
  )
  await tx.query('delete from sessions where user_id = $1', [userId])
  // A person who knew the old password may have requested another address.
  await tx.query('delete from email_changes where user_id = $1', [userId])
}

/**
 * Returns whether `hash`, which a password was checked against, is still the person's: checking takes long enough for a
 * reset. Locks it until the transaction ends.
 */
export async function isCurrentHash(
  tx: Transaction,
  userId: string,
  hash: string,
): Promise<boolean> {
  // First the person, as redeemEmailToken does, against deadlocks.
  await tx.query('select from users where id = $1 for key share', [userId])
  const current = await tx.query(
    'select from passwords where user_id = $1 and hash = $2 for share',
    [userId, hash],
  )
  return current.length > 0
}

export function sameAsBefore(): AppError {
  return new AppError('invalid-input', 'La nueva contraseña debe ser distinta de la anterior.', {
    field: 'password',
  })
}

/** Without a hash it is false after the same time, so that accounts cannot be enumerated. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await limited(async () => verify(hash ?? (await getDummyHash()), typed(password)))
  return matches && hash !== null
}

export function isWeak(hash: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hash)
  return memoryCost < STRENGTH.memoryCost || timeCost < STRENGTH.timeCost
}

/** Keyboards differ in how they compose an ñ. */
function typed(password: string): string {
  return password.normalize('NFC')
}

let dummyHash: Promise<string> | undefined
function getDummyHash(): Promise<string> {
  dummyHash ??= hash(crypto.randomUUID(), STRENGTH)
  return dummyHash
}
