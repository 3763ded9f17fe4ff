/* Web Push (RFC 8030). Browsers send us addresses: those in our network are refused (server-side request forgery). */
import { lookup as lookUpHost } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { DAY, SECOND } from '../../shared/time.ts'
import { encryptPush, type PushKeys, type VapidKeys, vapidHeader } from './push-message.ts'

const TIME_LIMIT = 5 * SECOND
const KEPT_FOR = DAY // by the push service, for a device that is off

export interface PushSubscriber extends PushKeys {
  endpoint: string
}

/** `topic`: a later message of a topic replaces the earlier one (RFC 8030, 5.4); 32 letters at most. */
export interface PushMessage {
  topic: string
  text: string
}

/** `gone`: the subscription has ended, and will never work again. */
export type PushResult = { name: 'sent' } | { name: 'gone' } | { name: 'failed'; reason: string }

export interface PushService {
  publicKey: string
  /** The addresses of the host name are checked when it sends. */
  accepts(endpoint: string): boolean
  send(to: PushSubscriber, message: PushMessage): Promise<PushResult> // never rejects
}

interface Settings {
  keys: VapidKeys
  contact: string
  allowed: readonly string[] // may be in the own network and without TLS
  now(): Date
}

export function createPushService({ keys, contact, allowed, now }: Settings): PushService {
  const isAllowed = (url: URL) => allowed.includes(url.origin)
  const accepts = (url: URL) =>
    isAllowed(url) ||
    (url.protocol === 'https:' &&
      url.port === '' &&
      url.username === '' &&
      isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0)

  async function post(to: PushSubscriber, { topic, text }: PushMessage): Promise<number> {
    const url = new URL(to.endpoint)
    if (!accepts(url)) throw new Error('not a push service')
    const body = encryptPush(text, to)
    const headers = {
      Authorization: vapidHeader(keys, { endpoint: to.endpoint, contact, now: now() }),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      'Content-Length': body.length,
      TTL: KEPT_FOR / SECOND,
      Topic: topic,
      Urgency: 'high',
    }
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const lookup = isAllowed(url) ? undefined : publicLookup
      const signal = AbortSignal.timeout(TIME_LIMIT)
      const sending = send(url, { method: 'POST', headers, lookup, signal, agent: false })
      sending.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sending.on('error', reject)
      sending.end(body)
    })
  }

  return {
    publicKey: keys.publicKey,
    accepts: (endpoint) => URL.canParse(endpoint) && accepts(new URL(endpoint)),
    async send(to, message) {
      try {
        const status = await post(to, message)
        if (status >= 200 && status < 300) return { name: 'sent' }
        if (status === 404 || status === 410) return { name: 'gone' }
        return { name: 'failed', reason: String(status) }
      } catch (error) {
        return { name: 'failed', reason: reasonOf(error) }
      }
    },
  }
}

/** The address is a secret of the device: the log gets the kind of the error alone. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return (error as NodeJS.ErrnoException).code ?? error.name
}

/** Rejects private addresses here, so that the connection goes to the address that was checked. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUpHost(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(Object.assign(new Error('private address'), { code: 'EPRIVATE' }), '', 0)
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** The networks of IANA's special-purpose registries, which no push service is in. */
const PRIVATE: [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96], // with the unspecified one and ::1
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

// One for each family: a list with ::ffff:0:0/96 matches every IPv4 address.
const privateNetworks = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, bits] of PRIVATE) {
  const family = familyOf(network)
  if (family) privateNetworks[family].addSubnet(network, bits, family)
}

export function isPublicAddress(address: string): boolean {
  const family = familyOf(address)
  return family !== null && !privateNetworks[family].check(address, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  if (version === 0) return null
  return version === 6 ? 'ipv6' : 'ipv4'
}
