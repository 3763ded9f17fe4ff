import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { newId } from '../../shared/id.ts'
import { percentile } from './measure.ts'

/** The rate at which a server accepted reports. */
export interface ReportRate {
  perSecond: number
  /** From the first byte of a request to the last of its response, at the 99th percentile, in ms. */
  p99: number
}

interface Options {
  /** The colectas get the reports in turn. */
  collectionIds: readonly string[]
  /** Concurrent guests, each on a keep-alive connection; a guest reports again after each response. */
  guests: number
  seconds: number
  /** Number of client addresses, as a proxy reports them. undefined: all from this machine. */
  addresses?: number | undefined
}

/**
 * Sends reports of guests, each of whom reports again after each response. Uses plain sockets, because the server
 * shares this machine. Throws an Error for any status but 201.
 */
export async function sendReports(origin: string, options: Options): Promise<ReportRate> {
  const { guests, seconds } = options
  const connections = await Promise.all(
    Array.from({ length: guests }, () => openConnection(origin)),
  )
  const durations: number[] = []
  let turn = Math.floor(Math.random() * 1_000_000)
  const began = performance.now()
  const until = began + seconds * 1000

  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < until) {
        const sent = performance.now()
        await connection.send(request(origin, turn++, options))
        durations.push(performance.now() - sent)
      }
      connection.close()
    }),
  )
  const took = (performance.now() - began) / 1000
  return { perSecond: durations.length / took, p99: percentile(durations, 0.99) }
}

function request(origin: string, turn: number, { collectionIds, addresses }: Options): string {
  const body = JSON.stringify(guestReport(turn))
  return [
    `POST /api/collections/${collectionIds[turn % collectionIds.length]}/contributions HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(addresses ? [`X-Forwarded-For: ${addressOf(turn % addresses)}`] : []),
    '',
    body,
  ].join('\r\n')
}

/** Returns a report as the contribution page sends it. `turn` makes it unique. */
export function guestReport(turn: number) {
  return {
    id: newId(),
    contributorName: `Julieta Ñandú ${turn}`,
    contributorEmail: `julieta.${turn}@example.com`,
    amount: 15_000_00,
    paymentMethod: 'Transferencia' as const,
    message: 'Para el regalo de la seño Marta',
    hasReceipt: true,
  }
}

/** Returns an address in 10.0.0.0/8. */
function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
}

async function openConnection(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket: Socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
  await once(socket, 'connect')
  let received = ''
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined

  socket.on('data', (text) => {
    received += text
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1]
    if (received.length < head + 4 + Number(length)) return
    const whole = received
    received = ''
    if (whole.startsWith('HTTP/1.1 201')) settle?.resolve()
    else settle?.reject(new Error(`Response to a report: ${whole.slice(0, 400)}`))
  })
  socket.on('error', (error) => settle?.reject(error))
  socket.on('close', () => settle?.reject(new Error('The server closed a connection')))
  return {
    send: (text: string) =>
      new Promise<void>((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(text)
      }),
    close: () => socket.destroy(),
  }
}
