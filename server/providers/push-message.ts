/* Web Push encryption (RFC 8291, RFC 8188), signed with this installation's key (VAPID, RFC 8292). */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { HOUR, SECOND } from '../../shared/time.ts'

const CURVE = 'prime256v1'
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n // of P-256
const RECORD_SIZE = 4096 // bytes; a message is one record
const VALID_FOR = 12 * HOUR // RFC 8292, 2: at most 24 hours

export interface PushKeys {
  p256dh: string
  auth: string
}

export interface VapidKeys {
  publicKey: string // base64url, as `applicationServerKey` of a subscription
  privateKey: KeyObject
}

/** Derived from the secret: every process has the same keys, and a copy of the database has none. */
export function vapidKeys(secret: string): VapidKeys {
  const seed = derive(Buffer.from(secret), Buffer.alloc(0), 'web-push', 48)
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  const point = ecdh.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: ecdh.getPrivateKey('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

/** Returns the header Authorization. `contact`: a URL or mailto: of the operator of this site. */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const expires = Math.floor((now.getTime() + VALID_FOR) / SECOND)
  const claims = { aud: new URL(endpoint).origin, exp: expires, sub: contact }
  const unsigned = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(unsigned), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`
}

/** Throws for keys that are no point of the curve. Only the test of the RFC's example sets `salt` and `sender`. */
export function encryptPush(
  text: string | Buffer,
  { p256dh, auth }: PushKeys,
  salt: Buffer = randomBytes(16),
  sender: ECDH = newSender(),
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  const senderKey = sender.getPublicKey()
  // RFC 8291, 3.4
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, senderKey])
  const secret = sender.computeSecret(receiver)
  const input = derive(secret, Buffer.from(auth, 'base64url'), info, 32)
  // RFC 8188, 2.2 and 2.3
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const LAST_RECORD = Buffer.from([2])
  const body = [cipher.update(Buffer.concat([Buffer.from(text), LAST_RECORD])), cipher.final()]
  // RFC 8188, 2.1: salt, size of a record, length of the key's id, the key's id
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_SIZE)
  sizes.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, sizes, senderKey, ...body, cipher.getAuthTag()])
}

function newSender(): ECDH {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  return ecdh
}

function derive(input: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, length))
}
