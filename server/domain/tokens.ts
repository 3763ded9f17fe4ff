import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sha256Of } from '../data/sha256.ts'

/** Returns the HMAC-SHA256 of the parts, URL-safe. `purpose` separates the uses of one key. */
export function sign(secret: string, purpose: string, parts: readonly (string | number)[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url')
}

/** Compares in constant time. */
export function isSigned(
  secret: string,
  purpose: string,
  parts: readonly (string | number)[],
  signature: string,
): boolean {
  const expected = Buffer.from(sign(secret, purpose, parts))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** 256 bits, URL-safe (A3). */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only the hash is stored, so that a copy of the database opens nothing. */
export function hashToken(token: string): string {
  return sha256Of(token)
}
