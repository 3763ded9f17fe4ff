import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** More than this waits in the socket instead of here. */
const ENOUGH_BYTES = 1024 * 1024

/**
 * A request's body that ends, instead of failing, where its line broke: every byte that arrived is
 * handed on. A stream that fails throws away what it holds, some 64 kB at every break.
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
  incoming.on('error', () => undefined) // told by the end
  return Readable.toWeb(body) as ReadableStream<Uint8Array>
}
