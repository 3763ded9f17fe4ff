import { createHash } from 'node:crypto'

/** Returns the SHA-256 hash in hexadecimal. */
export function sha256Of(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
