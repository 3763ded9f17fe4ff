import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'

/**
 * Compresses long tables for whoever understands gzip (S5). At the lowest level: 29 MB of rows become
 * 6 instead of 5, in a third of the time, and who waits for a first copy waits for this.
 */
export const quickGzip = createMiddleware(async (c, next) => {
  await next()
  const { body } = c.res
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (!body || !/\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')) return
  const gzip = createGzip({ level: 1 })
  // A reader that leaves takes the source down with it.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  source.on('error', (error) => gzip.destroy(error)).pipe(gzip)
  gzip.on('close', () => source.destroy())
  c.res = new Response(Readable.toWeb(gzip) as ReadableStream, c.res)
  c.header('Content-Encoding', 'gzip')
  c.res.headers.delete('Content-Length')
})
