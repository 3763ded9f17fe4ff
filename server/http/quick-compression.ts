import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'

/** Compresses at the lowest level: of a first sync of 29 MB, Brotli makes 5 MB in 60 ms, gzip in 140 ms (S5). */
export const quickCompression = createMiddleware(async (c, next) => {
  await next()
  const { body } = c.res
  c.header('Vary', 'Accept-Encoding', { append: true })
  const encoding = ENCODINGS.find(({ asked }) => asked.test(c.req.header('Accept-Encoding') ?? ''))
  if (!body || !encoding) return
  const compressed = encoding.start()
  // When the client disconnects the source must end too.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  source.on('error', (error) => compressed.destroy(error)).pipe(compressed)
  compressed.on('close', () => source.destroy())
  c.res = new Response(Readable.toWeb(compressed) as ReadableStream, c.res)
  c.header('Content-Encoding', encoding.name)
  c.res.headers.delete('Content-Length')
})

const PIECE = 256 * 1024 // in bytes; each chunk costs a turn of the event loop

const ENCODINGS = [
  {
    name: 'br',
    asked: /\bbr\b/,
    start: () =>
      createBrotliCompress({ chunkSize: PIECE, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  },
  { name: 'gzip', asked: /\bgzip\b/, start: () => createGzip({ chunkSize: PIECE, level: 1 }) },
]
