import { BlockList, isIP, SocketAddress } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context as Request } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import type { TrustedProxy } from '../config-variables.ts'
import type { Env } from './env.ts'

export function withAddress({ trustedProxy }: Config) {
  const trusts = trustIn(trustedProxy)
  return createMiddleware<Env>(async (c, next) => {
    c.set('address', asCounted(clientAddress(c, trusts)))
    await next()
  })
}

export function trustedProxyMatcher({ trustedProxy }: Config): (c: Request) => boolean {
  const trusts = trustIn(trustedProxy)
  return (c) => trusts(socketAddress(c), 0)
}

/** Returns the nearest hop that is not a trusted proxy: the client may have written everything to its left. */
function clientAddress(c: Request, trusts: Trust): string {
  let client = socketAddress(c)
  const hops = c.req.header('X-Forwarded-For')?.split(',').reverse() ?? []
  for (const [distance, hop] of hops.entries()) {
    if (!trusts(client, distance)) break
    const address = addressIn(hop)
    if (!address) break
    client = address
  }
  return client
}

/** Tests call the app without a socket: then the address is this machine. */
function socketAddress(c: Request): string {
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  // A closed connection has no address. It must not count as a trusted proxy.
  return incoming ? (addressIn(incoming.socket.remoteAddress ?? '') ?? '') : '127.0.0.1'
}

type Trust = (address: string, distance: number) => boolean

function trustIn(proxy: TrustedProxy | undefined): Trust {
  if (proxy === undefined) return () => false
  if (typeof proxy === 'number') return (_address, distance) => distance < proxy
  const ours = new BlockList()
  for (const text of proxy) {
    const [address = '', bits] = text.split('/')
    if (bits === undefined) ours.addAddress(address, familyOf(address))
    else ours.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && ours.check(address, familyOf(address))
}

/** Drops port and zone; returns IPv4-mapped IPv6 as IPv4, and null for anything but an address. */
function addressIn(hop: string): string | null {
  const [, inBrackets, before] = /^\s*(?:\[([^\]]*)\](?::\d+)?|([^\s[\]]*))\s*$/.exec(hop) ?? []
  const bare = (inBrackets ?? before ?? '').replace(/%.*$/, '')
  const address = bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  if (isIP(address) === 0) return null
  const one = new SocketAddress({ address, family: familyOf(address) }).address
  return one.replace(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i, '$1')
}

/** Returns the /64 network of an IPv6 address (A5): its owner has all 2^64 addresses of it. */
function asCounted(address: string): string {
  if (isIP(address) !== 6) return address
  const [left = [], right] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = right ? Array(8 - left.length - right.length).fill('0') : []
  return [...left, ...zeros, ...(right ?? [])].slice(0, 4).join(':')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
