import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Stage } from './open-stage.ts'

export interface Streams {
  close(): void
}

/**
 * One stream of changes per session (S6), from its person's position; resolves when the server has responded to all.
 * `onEvent` gets each chunk, framing included. Plain sockets, because the server shares this machine.
 */
export async function openStreams(
  { origin }: Stage,
  tokens: readonly string[],
  onEvent: (text: string) => void = () => {},
): Promise<Streams> {
  const { hostname, port, host } = new URL(origin)
  const sockets: Socket[] = []

  async function open(token: string): Promise<void> {
    const headers = { Authorization: `Bearer ${token}` }
    const snapshot = await fetch(`${origin}/api/sync/snapshot/users`, { headers })
    await snapshot.arrayBuffer()
    const cursor = snapshot.headers.get('Sync-Cursor')
    if (!cursor) throw new Error(`The server gave no cursor: ${snapshot.status}`)

    const socket = connect(Number(port), hostname).setEncoding('utf8').setNoDelay()
    sockets.push(socket)
    socket.write(
      `GET /api/sync?cursor=${encodeURIComponent(cursor)} HTTP/1.1\r\n` +
        `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    const [answer]: string[] = await once(socket, 'data')
    if (!answer?.startsWith('HTTP/1.1 200')) throw new Error(`No stream: ${answer?.slice(0, 200)}`)
    socket.on('data', onEvent)
  }

  const waiting = [...tokens]
  const openSome = async () => {
    for (let token = waiting.pop(); token; token = waiting.pop()) await open(token)
  }
  await Promise.all(Array.from({ length: 8 }, openSome))
  return {
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
