import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** Bytes to buffer; more wait in the socket. */
const ENOUGH_BYTES = 1024 * 1024

/**
 * Returns the request's body as a stream that ends, instead of failing, when the client disconnects, so that every
 * byte that arrived is stored. A failing stream discards its buffer, some 64 kB.
 */
export function wholeBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const body = new Readable({
    read() {
      incoming.resume()
    },
  })
  incoming.on('data', (chunk: Buffer) => {
    body.push(chunk)
    if (body.readableLength > ENOUGH_BYTES) incoming.pause()
  })
  const end = () => body.push(null)
  incoming.once('end', end)
  incoming.once('close', () => incoming.readableEnded || end())
  incoming.on('error', () => undefined) // the stream's end reports it
  return Readable.toWeb(body) as ReadableStream<Uint8Array>
}
