import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { withAddress } from '../../server/http/client-address.ts'
import type { Env } from '../../server/http/env.ts'

/* The client address that limits use (A5), as the app sees it. */

function echo(trustedProxy?: string) {
  const config = readConfig({ TRUSTED_PROXY: trustedProxy })
  return new Hono<Env>().use(withAddress(config)).get('/', (c) => c.text(c.get('address')))
}

async function addressOf(trustedProxy: string | undefined, forwarded: string): Promise<string> {
  const headers = { 'X-Forwarded-For': forwarded }
  return (await echo(trustedProxy).request('/', { headers })).text()
}

describe('the address of a client', () => {
  it.each([
    ['without a proxy of ours, whatever they say', undefined, '1.2.3.4', '127.0.0.1'],
    ['behind one', '1', '1.2.3.4', '1.2.3.4'],
    ['behind one, whatever they say', '1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    ['behind two', '2', '9.9.9.9, 1.2.3.4, 5.6.7.8', '1.2.3.4'],
    ['behind fewer than there should be', '3', '1.2.3.4, 5.6.7.8', '1.2.3.4'],
    ['behind one by its address', '127.0.0.1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    ['behind a chain of them', '127.0.0.1,10.0.0.0/8', '9.9.9.9, 1.2.3.4, 10.1.2.3', '1.2.3.4'],
    ['that is one of ours itself', '127.0.0.1,10.0.0.0/8', '10.1.2.3', '10.1.2.3'],
    ['from past one that is not ours', '10.0.0.0/8', '1.2.3.4', '127.0.0.1'],
    ['behind one of IPv6', '127.0.0.1,2001:db8::/32', '1.2.3.4, 2001:db8:9::1', '1.2.3.4'],
    ['with a port', '1', '1.2.3.4:50123', '1.2.3.4'],
    ['that is no address', '1', 'unknown', '127.0.0.1'],
    ['next to what is no address', '2', "'; drop table--, 1.2.3.4", '1.2.3.4'],
    ['that is missing', '1', '', '127.0.0.1'],
    ['of IPv6: its network', '1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['of IPv6, shortened', '1', '2001:db8::6', '2001:db8:0:0'],
    ['of IPv6, in other letters', '1', '2001:0DB8:0:0::7', '2001:db8:0:0'],
    ['of IPv6 with a port', '1', '[2001:db8:1:2::1]:443', '2001:db8:1:2'],
    ['of IPv6 with a zone', '1', 'fe80::1%br_lan', 'fe80:0:0:0'],
    ['of IPv6 that is almost nothing', '1', '::', '0:0:0:0'],
    ['of IPv4 in clothes of IPv6', '1', '::ffff:1.2.3.4', '1.2.3.4'],
    ['of IPv4 in other clothes of IPv6', '1', '::FFFF:0102:0304', '1.2.3.4'],
  ])('%s', async (_what, trustedProxy, forwarded, expected) => {
    expect(await addressOf(trustedProxy, forwarded)).toBe(expected)
  })

  it.each([
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '1.2.3.4'],
    ['127.0.0.1', '10.0.0.0/8', '127.0.0.1'],
    ['::', '127.0.0.1', '1.2.3.4'],
  ])('on a line to %s with the proxy %s is %s', async (host, trustedProxy, expected) => {
    const server = createServer(getRequestListener(echo(trustedProxy).fetch)).listen(0, host)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const headers = { 'x-forwarded-for': '1.2.3.4' }
    const [answer] = await once(get({ host: '127.0.0.1', port, headers, agent: false }), 'response')
    expect((await answer.toArray()).join('')).toBe(expected)
  })
})
