/* The attacks by one account or one machine that `npm run load -- --attack` plays. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiptTicket } from '../../../shared/api/collections.ts'
import { newId } from '../../../shared/id.ts'
import { MAX_RECEIPT_BYTES } from '../../../shared/receipt.ts'
import { readEvents } from '../../../web/replica/event-stream.ts'
import { metadataHeader, metadataOf } from '../../receipt-upload.ts'
import type { Organiser } from '../make-organisers.ts'
import { createSend, type Send } from '../request.ts'

/** The target of an attack, and its counters of the server's responses. */
export interface Target {
  origin: string
  /** The attacker's own account. */
  account: Organiser
  /** Counts one more of `what`: a status, or how a stream or connection ended. */
  count(what: string): void
}

/** An attack runs in its own process (attacker.ts). */
export interface Attack {
  name: string
  /** Time until the server's limits take effect. */
  leastSeconds?: number
  /** Runs until the signal aborts. */
  run(target: Target, signal: AbortSignal): Promise<void>
}

/** Pause after a refused attempt. An attacker does not wait for as long as the server asks. */
const AFTER_REFUSAL = 100 // ms

/** Calls `attempt` in `lanes` loops until the signal aborts. It returns whether the server accepted it. */
async function repeat(
  lanes: number,
  signal: AbortSignal,
  attempt: () => Promise<boolean>,
): Promise<void> {
  const loop = async () => {
    while (!signal.aborted) {
      const isAccepted = await attempt().catch(() => false)
      if (!isAccepted) await sleep(AFTER_REFUSAL, undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: lanes }, loop))
}

const STREAMS = 3_000
/** Number of streams that are opened at the same time. */
const STREAMS_AT_ONCE = 100
/** Between two changes of the account, each of which the server sends to every stream. */
const CHANGE_PAUSE = 1_000 // ms

const streamAgent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

/** One account opens thousands of streams and then changes its profile again and again. */
export const streams: Attack = {
  name: `${STREAMS} streams of one account`,
  leastSeconds: 15, // to try all of them on a busy machine
  async run(target, signal) {
    const { origin, account, count } = target
    const send = createSend(origin)
    const { headers } = await send('GET', '/api/sync/snapshot/users', account)
    const url = `${origin}/api/sync?cursor=${headers['sync-cursor']}`
    let left = STREAMS
    const openSome = async () => {
      while (left-- > 0 && !signal.aborted) {
        await openStream(url, target, signal).catch(() => count('not opened'))
      }
    }
    await Promise.all([
      ...Array.from({ length: STREAMS_AT_ONCE }, openSome),
      keepChanging(target, send, signal),
    ])
  },
}

/** Resolves when the response starts, and goes on reading its events. */
async function openStream(
  url: string,
  { account, count }: Target,
  signal: AbortSignal,
): Promise<void> {
  const headers = { Authorization: `Bearer ${account.token}` }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent: streamAgent, signal, headers }, resolve).once('error', reject).end()
  })
  count(`stream: ${response.statusCode}`)
  const read = async () => {
    for await (const { type } of readEvents(response)) if (type !== 'message') count(type)
  }
  read()
    .then(() => count('ended'))
    .catch(() => signal.aborted || count('broken off'))
}

async function keepChanging(
  { account: { token }, count }: Target,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  for (let serial = 1; !signal.aborted; serial++) {
    const firstName = serial % 2 ? 'Ana' : 'Lucía'
    const args = { firstName, lastName: 'Fernández', defaultBankAccount: null }
    const body = { mutations: [{ id: newId(), name: 'update-profile', args }] }
    const response = await send('POST', '/api/sync/mutations', { token, body }).catch(() => null)
    count(`change: ${response?.status ?? 'no answer'}`)
    await sleep(CHANGE_PAUSE, undefined, { signal }).catch(() => undefined)
  }
}

const CHANGE_REQUESTS = 20
const CHANGES = 100

/** One account sends as many changes as a request may contain, in parallel requests. */
export const changes: Attack = {
  name: `${CHANGE_REQUESTS} requests of ${CHANGES} changes`,
  async run({ origin, account: { token, collectionId }, count }, signal) {
    const send = createSend(origin)
    await repeat(CHANGE_REQUESTS, signal, async () => {
      const mutations = Array.from({ length: CHANGES }, () => ({
        id: newId(),
        name: 'update-collection',
        args: { id: collectionId, changes: { description: newId() } },
      }))
      const { status } = await send('POST', '/api/sync/mutations', { token, body: { mutations } })
      count(String(status))
      return status === 200
    })
  },
}

const SEARCHES = 200

/** One account searches its colecta's contributions, many times at once. */
export const searches: Attack = {
  name: `${SEARCHES} searches at once`,
  async run({ origin, account: { token, collectionId }, count }, signal) {
    const send = createSend(origin)
    let serial = 0
    await repeat(SEARCHES, signal, async () => {
      const args = JSON.stringify({ collectionId, search: `persona ${serial++}` })
      const path = `/api/query/collection-contributions?args=${encodeURIComponent(args)}`
      const { status } = await send('GET', path, { token })
      count(String(status))
      return status === 200
    })
  },
}

const RECEIPT_LANES = 4
const PDF_HEAD = '%PDF-1.4\n'

/** One address reports as a guest and sends receipts of the largest allowed size, to fill the disk. */
export const receipts: Attack = {
  name: `receipts of ${MAX_RECEIPT_BYTES / 1024 / 1024} MB from one address`,
  leastSeconds: 20, // to send as much as an address may send in a day
  async run({ origin, account: { collectionId }, count }, signal) {
    const send = createSend(origin)
    const noise = randomBytes(MAX_RECEIPT_BYTES - PDF_HEAD.length)
    const bytes = Buffer.concat([Buffer.from(PDF_HEAD), noise])
    await repeat(RECEIPT_LANES, signal, async () => {
      const report = await send('POST', `/api/collections/${collectionId}/contributions`, {
        body: {
          id: newId(),
          contributorName: 'Nadie',
          contributorEmail: 'nadie@example.com',
          amount: 100,
          paymentMethod: 'Transferencia',
          message: '',
          hasReceipt: true,
        },
      })
      count(`report: ${report.status}`)
      if (report.status !== 201) return false
      const { receipt } = report.body as { receipt: ReceiptTicket }
      const metadata = metadataOf(bytes, receipt.capability, {
        filename: 'comprobante.pdf',
        filetype: 'application/pdf',
      })
      const { status } = await fetch(`${origin}/api/uploads`, {
        method: 'POST',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(bytes.length),
          'Upload-Metadata': metadataHeader(metadata),
          'Content-Type': 'application/offset+octet-stream',
        },
        body: bytes,
      })
      count(`receipt: ${status}`)
      return status === 201
    })
  },
}

const CONNECTIONS = 1_000
/** Between two bytes of a body that never ends. */
const BYTE_PAUSE = 1_000 // ms

const HEAD = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const UNFINISHED = [
  { kind: 'silent', start: '' },
  { kind: 'head', start: HEAD },
  { kind: 'body', start: `${HEAD}Content-Length: 10000\r\n\r\n{` },
] as const

/** A Slowloris: one machine holds connections, silent ones, incomplete heads, and bodies that grow by a byte at a time. */
const halfRequests: Attack = {
  name: `${CONNECTIONS} requests that never end`,
  leastSeconds: 70, // a body has 60 s
  async run({ origin, count }, signal) {
    const { hostname, port } = new URL(origin)
    const hold = async ({ kind, start }: (typeof UNFINISHED)[number]) => {
      const socket = connect(Number(port), hostname).resume() // unread data would hide the end
      socket.on('error', () => {})
      socket.once('close', () => signal.aborted || count(`${kind} cut`))
      const trickle = setInterval(() => kind === 'body' && socket.write(' '), BYTE_PAUSE)
      socket.write(start)
      await once(signal, 'abort')
      clearInterval(trickle)
      socket.destroy()
    }
    const kinds = Array.from({ length: CONNECTIONS }, (_, at) => UNFINISHED[at % UNFINISHED.length])
    await Promise.all(kinds.map((kind) => kind && hold(kind)))
  },
}

/** Every attack, in the order in which `npm run load -- --attack` plays them. */
export const ATTACKS: readonly Attack[] = [streams, changes, searches, receipts, halfRequests]
