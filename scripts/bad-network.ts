import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Faults {
  /** Towards the server, per connection. */
  cutAfterBytes: number
  /** Drops the response with this number (from 0) when it returns true. */
  swallow: (answer: number, text: string) => boolean
  /** Before each connection is forwarded. */
  delayMs: number
}

/**
 * A TCP proxy in front of `port` that behaves like a bad mobile network: it breaks connections, delays them, and drops
 * responses after the server has handled the request. Counts the bytes sent up.
 */
export async function badNetwork(port: number, faults: Faults) {
  const sockets = new Set<Socket>()
  let answers = 0
  let bytesUp = 0
  let target = port
  const server = createServer((client) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client)).on('error', () => undefined)
    setTimeout(() => {
      const upstream = connect(target, '127.0.0.1')
      let sent = 0
      upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
      client.on('data', (chunk) => {
        const room = faults.cutAfterBytes - sent
        const passed = chunk.subarray(0, Math.max(0, room))
        sent += chunk.length
        bytesUp += passed.length
        upstream.write(passed)
        // Bytes on their way still arrive; then the connection ends.
        if (sent >= faults.cutAfterBytes) upstream.end(() => client.destroy())
      })
      upstream.on('data', (chunk) => {
        if (faults.swallow(answers++, chunk.toString('latin1'))) client.destroy()
        else client.write(chunk)
      })
    }, faults.delayMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${own}`,
    bytesUp: () => bytesUp,
    /** After the server restarted there. */
    leadTo(next: number) {
      target = next
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
