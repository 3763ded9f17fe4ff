import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits as URL-safe text (A3). Only its hash is stored. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash that the database stores, so that a copy of the database opens nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
