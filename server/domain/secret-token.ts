import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as URL-safe text (A3). Only its hash is kept. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a session's id or a link's token: a copy of it opens nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
