import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export interface SellerTokens {
  accessToken: string
  refreshToken: string
}

const KEY_BYTES = 32
const IV_BYTES = 12 // NIST SP 800-38D 8.2.2: with random IVs of 96 bits a key may seal 2^32 texts
const TAG_BYTES = 16

/** AES-256-GCM, with a key derived from the installation's secret by HKDF-SHA256 (RFC 5869). */
export function createTokenCipher(secret: string) {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `seller tokens: ${purpose}`, bytes))
  const key = derive('key', KEY_BYTES)
  return {
    keyId: derive('key id', 8).toString('hex'),

    /** `owner` is authenticated: the text does not open with another person's id. */
    seal({ accessToken, refreshToken }: SellerTokens, owner: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const text = Buffer.concat([
        cipher.update(JSON.stringify({ accessToken, refreshToken })),
        cipher.final(),
      ])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },

    /** Throws an Error for a changed text, another owner or another key. */
    open(sealed: string, owner: string): SellerTokens {
      const bytes = Buffer.from(sealed, 'base64url')
      const iv = bytes.subarray(0, IV_BYTES)
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
      return JSON.parse(Buffer.concat([text, decipher.final()]).toString())
    },
  }
}
