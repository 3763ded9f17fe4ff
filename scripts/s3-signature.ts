import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sha256Of } from '../server/data/sha256.ts'

interface SignedRequest {
  method: string
  /** The path as sent, without the query. */
  path: string
  headers: IncomingHttpHeaders
}

/**
 * Returns whether a request is signed with that secret: AWS Signature Version 4 in the header, implemented
 * after "Authenticating Requests: Using the Authorization Header" (Amazon S3). For the test server of start-s3.ts.
 */
export function isSignedBy(secret: string, { method, path, headers }: SignedRequest): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, scope = '', names = '', signature] = form.exec(headers.authorization ?? '') ?? []
  const canonicalRequest = [
    method,
    path.split('/').map(encode).join('/'),
    '',
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256Of(canonicalRequest)].join(
    '\n',
  )
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secret}`)
  return hmac(key, text).toString('hex') === signature
}

/** Encodes a path segment in S3's way, however the client encoded it. */
function encode(segment: string): string {
  return [...Buffer.from(decodeURIComponent(segment))]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return /[\w.~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
