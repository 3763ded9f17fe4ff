import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SlowProxy {
  port: number
  /** How long each chunk is held back from now on, in ms; at first not at all. */
  setDelay(ms: number): void
  close(): void
}

/** A TCP proxy to `port` of this machine that can hold back every byte, both ways. */
export async function startSlowProxy(port: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  let delay = 0

  function carry(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (chunk) => setTimeout(() => to.write(chunk), delay))
    from.on('end', () => setTimeout(() => to.end(), delay))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    carry(client, upstream)
    carry(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    setDelay: (ms) => {
      delay = ms
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
