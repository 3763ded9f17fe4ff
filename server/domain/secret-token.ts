import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as URL-safe text (A3). */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only the hash is stored, so that a copy of the database opens nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
