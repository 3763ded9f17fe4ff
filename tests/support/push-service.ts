import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen, stopListening } from '../../scripts/listen.ts'

const TIMEOUT = 20_000 // ms to wait for a message

interface Received {
  topic: string
  ttl: number
  contact: string
  /** The text that the browser decrypts. */
  text: string
}

/**
 * Starts a push service on this machine. It refuses with 403 a message whose VAPID signature is wrong, and with 400
 * to one that the subscriber cannot decrypt. `subscribe` returns what a browser would send to our server.
 */
export async function startPushService() {
  const subscribers = new Map<string, { keys: ECDH; auth: Buffer; received: Received[] }>()
  let status = 201
  const server = createServer(async (request, response) => {
    const subscriber = subscribers.get(request.url ?? '')
    response.statusCode = !subscriber ? 404 : await take(request, subscriber).catch(() => 400)
    response.end()
  })

  async function take(
    request: IncomingMessage,
    { keys, auth, received }: NonNullable<ReturnType<typeof subscribers.get>>,
  ): Promise<number> {
    const body = Buffer.concat(await request.toArray())
    if (status !== 201) return status
    const claims = claimsOf(request.headers.authorization ?? '')
    if (claims?.aud !== origin || Math.abs(claims.exp * 1000 - Date.now()) > 24 * 3600_000) {
      return 403
    }
    if (request.headers['content-encoding'] !== 'aes128gcm') return 400
    received.push({
      topic: String(request.headers.topic),
      ttl: Number(request.headers.ttl),
      contact: claims.sub,
      text: decrypt(body, keys, auth),
    })
    return 201
  }

  const origin = `http://127.0.0.1:${await listen(server)}`

  return {
    origin,
    /** Responds to every later message with this status. */
    answer(next: number) {
      status = next
    },
    subscribe() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const received: Received[] = []
      const path = `/push/${randomBytes(16).toString('hex')}`
      subscribers.set(path, { keys, auth, received })
      const subscription = {
        endpoint: origin + path,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      }
      /** Waits until at least this many messages have arrived, and returns all of them. */
      async function waitFor(count: number): Promise<readonly Received[]> {
        for (let waited = 0; waited < TIMEOUT && received.length < count; waited += 10) {
          await sleep(10)
        }
        if (received.length < count) throw new Error(`Only ${received.length} messages came`)
        return received
      }
      return { subscription, received: received as readonly Received[], waitFor }
    },
    stop: () => stopListening(server),
  }
}

/** The claims of a VAPID header (RFC 8292) whose signature is right, or null. */
function claimsOf(header: string): { aud: string; exp: number; sub: string } | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isRight ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : null
}

/** The receiver's side of RFC 8291 and RFC 8188, for a message of one record. */
export function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const hkdf = (key: Buffer, over: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', key, over, info, size))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const input = hkdf(keys.computeSecret(sender), auth, info, 32)
  const key = hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(21 + length, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString()
}
