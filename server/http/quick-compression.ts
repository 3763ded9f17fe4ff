import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'

/** Compresses at the fastest level: a first sync of 29 MB becomes 5 MB in 60 ms with Brotli, in 140 ms with gzip (S5). */
export const quickCompression = createMiddleware(async (c, next) => {
  await next()
  const { body } = c.res
  c.header('Vary', 'Accept-Encoding', { append: true })
  const encoding = ENCODINGS.find(({ accepted }) =>
    accepted.test(c.req.header('Accept-Encoding') ?? ''),
  )
  // Nothing reads or cancels the body of a response to a HEAD request.
  if (!body || !encoding || c.req.method === 'HEAD') return
  const compressed = encoding.start()
  // When the client disconnects the source must end too.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  source.on('error', (error) => compressed.destroy(error)).pipe(compressed)
  compressed.on('close', () => source.destroy())
  c.res = new Response(Readable.toWeb(compressed) as ReadableStream, c.res)
  c.header('Content-Encoding', encoding.name)
  c.res.headers.delete('Content-Length')
})

const CHUNK_SIZE = 256 * 1024 // bytes; each chunk costs a turn of the event loop

const ENCODINGS = [
  {
    name: 'br',
    accepted: /\bbr\b/,
    start: () =>
      createBrotliCompress({
        chunkSize: CHUNK_SIZE,
        params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
      }),
  },
  {
    name: 'gzip',
    accepted: /\bgzip\b/,
    start: () => createGzip({ chunkSize: CHUNK_SIZE, level: 1 }),
  },
]
