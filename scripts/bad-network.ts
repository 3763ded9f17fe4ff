import { connect, createServer, type Socket } from 'node:net'
import { listen } from './listen.ts'

interface Faults {
  /** Bytes of one connection towards the server, after which it breaks. */
  cutAfterBytes: number
  /**
   * Called for each chunk from the server, with its number from 0 over all connections. When it returns true, the chunk
   * is dropped and the connection breaks.
   */
  dropResponse: (chunk: number, text: string) => boolean
  /** Delay before each connection is forwarded. */
  delayMs: number
}

/**
 * A TCP proxy in front of `port` that behaves like a bad mobile network: it breaks connections, delays them, and drops
 * responses after the server has handled the request. Counts the bytes sent to the server. For the tests of uploads and
 * their benchmark.
 */
export async function startBadNetwork(port: number, faults: Faults) {
  const sockets = new Set<Socket>()
  let chunksDown = 0
  let bytesUp = 0
  const server = createServer((client) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client)).on('error', () => undefined)
    setTimeout(() => {
      const upstream = connect(port, '127.0.0.1')
      let sent = 0
      upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
      client.on('data', (chunk) => {
        const left = faults.cutAfterBytes - sent
        const passed = chunk.subarray(0, Math.max(0, left))
        sent += chunk.length
        bytesUp += passed.length
        upstream.write(passed)
        // Bytes on their way still arrive; then the connection ends.
        if (sent >= faults.cutAfterBytes) upstream.end(() => client.destroy())
      })
      upstream.on('data', (chunk) => {
        if (faults.dropResponse(chunksDown++, chunk.toString('latin1'))) client.destroy()
        else client.write(chunk)
      })
    }, faults.delayMs)
  })
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    bytesUp: () => bytesUp,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
