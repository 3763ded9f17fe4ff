import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { quickCompression } from '../../server/http/quick-compression.ts'

const bytes = Buffer.from(randomBytes(300_000).toString('hex'))

describe('a long table', () => {
  const app = new Hono()
    .get('/table', quickCompression, (c) =>
      c.body(new Blob([bytes]).stream(), 200, { Cursor: '7' }),
    )
    .get('/none', quickCompression, (c) => c.body(null, 304))

  it.each([
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
  ])(
    'is compressed for a client that accepts %s, with its headers',
    async (accepted, used, open) => {
      const answer = await app.request('/table', { headers: { 'Accept-Encoding': accepted } })
      expect(answer.headers.get('content-encoding')).toBe(used)
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(answer.headers.get('cursor')).toBe('7')
      expect(open(Buffer.from(await answer.arrayBuffer())).equals(bytes)).toBe(true)
    },
  )

  it('is not compressed for other clients', async () => {
    const answer = await app.request('/table')
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('does not compress a response without a body', async () => {
    const answer = await app.request('/none', { headers: { 'Accept-Encoding': 'gzip' } })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([304, null])
  })

  it('is not read for a HEAD request', async () => {
    const pull = vi.fn()
    const table = new Hono().get('/', quickCompression, (c) =>
      c.body(new ReadableStream({ pull }, { highWaterMark: 0 })),
    )
    const headers = { 'Accept-Encoding': 'gzip' }
    expect((await table.request('/', { method: 'HEAD', headers })).status).toBe(200)
    await new Promise((resolve) => setImmediate(resolve))
    expect(pull).not.toHaveBeenCalled()
    await table.request('/', { headers })
    await vi.waitFor(() => expect(pull).toHaveBeenCalledOnce())
  })

  it('is not read on once the client has cancelled', async () => {
    let ended = () => {}
    const cancelled = new Promise<void>((resolve) => {
      ended = resolve
    })
    const endless = new Hono().get('/', quickCompression, (c) =>
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
