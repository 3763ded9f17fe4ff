import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { quickGzip } from '../../server/http/quick-gzip.ts'

const bytes = Buffer.from(randomBytes(300_000).toString('hex'))

describe('a long table', () => {
  const app = new Hono()
    .get('/table', quickGzip, (c) => c.body(new Blob([bytes]).stream(), 200, { Cursor: '7' }))
    .get('/none', quickGzip, (c) => c.body(null, 304))

  it('is compressed for whoever understands it, with its headers', async () => {
    const answer = await app.request('/table', { headers: { 'Accept-Encoding': 'br, gzip' } })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('cursor')).toBe('7')
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).equals(bytes)).toBe(true)
  })

  it('is plain for everybody else', async () => {
    const answer = await app.request('/table')
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('is left alone where there is none', async () => {
    const answer = await app.request('/none', { headers: { 'Accept-Encoding': 'gzip' } })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([304, null])
  })

  it('is read no further once nobody reads it', async () => {
    let ended = () => {}
    const cancelled = new Promise<void>((resolve) => {
      ended = resolve
    })
    const endless = new Hono().get('/', quickGzip, (c) =>
      c.body(
        new ReadableStream({
          pull: (stream) => stream.enqueue(new Uint8Array(randomBytes(65_536))),
          cancel: ended,
        }),
      ),
    )
    const answer = await endless.request('/', { headers: { 'Accept-Encoding': 'gzip' } })
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await cancelled
  })
})
