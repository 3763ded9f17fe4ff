import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { databasesOf } from '../support/database.ts'
import { makePages } from '../support/make-pages.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/* Requests on raw sockets, which need not be HTTP (A9). */

const LINES = 500

describe('a connection that sends arbitrary bytes', () => {
  const open = databasesOf('embedded')
  let app: TestApp
  let origin: string

  beforeAll(async () => {
    app = await buildApp(await open(), { pagesFolder: makePages() })
    const line = await serveApp(app)
    origin = line.origin
    return line.close
  })

  it(`gets a response without an internal error, or is closed: ${LINES} times`, async () => {
    await fc.assert(
      fc.asyncProperty(raw, async (bytes) => {
        const logged = app.logged.length
        const answer = await send(bytes)
        const told = JSON.stringify([bytes.slice(0, 300), answer.slice(0, 500)])
        expect(answer, told).toMatch(/^(HTTP\/1\.1 [1-4]\d\d |$)/)
        expect(answer, told).not.toMatch(/\n\s+at .+:\d+|node_modules|TypeError/)
        expect(
          app.logged.slice(logged).filter((one) => JSON.parse(one).level >= 50),
          told,
        ).toEqual([])
      }),
      { numRuns: LINES },
    )
    expect((await fetch(`${origin}/api/ready`)).status).toBe(200)
  })

  it('is not logged as an error when it closes in the middle of a request', async () => {
    const logged = app.logged.length
    for (const length of ['Content-Length: 50', 'Transfer-Encoding: chunked']) {
      await send(`POST /api/login HTTP/1.1\r\nHost: localhost:3000\r\n${length}\r\n\r\n`)
    }
    await sleep(100)
    expect(app.logged.slice(logged)).toEqual([])
  })

  it('gets the response to a body that is too large after it has sent all of it', async () => {
    const port = Number(new URL(origin).port)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const answer = buffer(socket).catch(() => '')
    const half = Buffer.alloc(6 * 1024 * 1024, ' ')
    const write = (bytes: Buffer | string) => new Promise((sent) => socket.write(bytes, sent))
    await write(headOf(2 * half.length))
    await write(half)
    // The HTTP server itself reads for half a second after its response.
    await new Promise((resolve) => setTimeout(resolve, 700))
    // A proxy returns 502 when this fails.
    expect(await write(half)).toBeFalsy()
    expect((await answer).toString()).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*"El envío es demasiado grande\."/,
    )
    socket.destroy()
  })

  it('gets the response to a body that is far too large at once', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(headOf(17 * 1024 * 1024))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })

  function headOf(length: number): string {
    return `POST /api/login HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`
  }

  /** Sends the bytes, ends our side at once, and returns all bytes until the server closes the connection. */
  async function send(bytes: string): Promise<string> {
    const { port } = new URL(origin)
    const socket = connect(Number(port), '127.0.0.1')
    const answer = buffer(socket).catch(() => Buffer.alloc(0))
    await once(socket, 'connect')
    socket.end(Buffer.from(bytes, 'latin1'))
    return (await answer).toString()
  }
})

const odd = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '\0', '\r\n\r\n', 'x'.repeat(20_000), '🧉'),
)

const target = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '//otra.example/api/session',
    'http://otra.example/api/session',
    'http://[/api/session',
    'otra.example:443',
    '*',
    '/api/session?%',
    '/api/../api/health',
    '/%',
    '/\\',
    '/api/collections/%ff',
    '?',
    '#',
  ),
  odd.map((text) => `/api/${text}`),
)

const header = fc.oneof(
  fc.constantFrom(
    'Host: localhost:3000',
    'Host: a b',
    'Host:',
    'Host: [',
    'Host: localhost:99999',
    'Host: localhost\r\nHost: otra.example',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 5\r\nContent-Length: 6',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\nContent-Length: 5',
    'Expect: 100-continue',
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Content-Type: application/json',
    'Cookie: session=\x80\xff',
  ),
  fc.tuple(odd, odd).map(([name, value]) => `${name}: ${value}`),
)

const raw = fc.oneof(
  { weight: 1, arbitrary: odd },
  {
    weight: 12,
    arbitrary: fc
      .record({
        method: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS') },
          { weight: 1, arbitrary: fc.constantFrom('TRACE', 'CONNECT', 'PRI', 'get', 'M-SEARCH') },
        ),
        target,
        version: fc.oneof(
          { weight: 8, arbitrary: fc.constant('HTTP/1.1') },
          { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', '') },
        ),
        host: fc.constantFrom('Host: localhost:3000\r\n', 'Host: localhost:3000\r\n', ''),
        headers: fc.array(header, { maxLength: 3 }),
        body: fc.oneof(odd, fc.constantFrom('{}', '5\r\n{"a":\r\n0\r\n\r\n', 'zz\r\n')),
      })
      .map(
        ({ method, target, version, host, headers, body }) =>
          `${method} ${target} ${version}\r\n${host}${headers.map((one) => `${one}\r\n`).join('')}\r\n${body}`,
      ),
  },
)
