/* Opens the organisers' streams of changes (S6), and records what arrives in the ledger. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Batch } from '../../shared/sync.ts'
import { readEvents } from '../../web/replica/event-stream.ts'
import type { Client } from './client.ts'
import type { Organiser } from './make-organisers.ts'

/** Number of streams that are opened at the same time. */
const AT_ONCE = 16
/** Pause after a connection that broke: the first of `backOff` in shared/async.ts. */
const RECONNECT_AFTER = 1_000 // ms

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

/** Opens a stream for each organiser and records the contributions in it. Resolves when all are open. */
export async function openLiveStreams(
  client: Client,
  organisers: readonly Organiser[],
): Promise<{ close(): void }> {
  const ending = new AbortController()
  const waiting = [...organisers]
  const openSome = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      await openLiveStream(client, one.token, ending.signal)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openSome))
  return { close: () => ending.abort() }
}

/** Resolves when the stream is open. Later it reconnects from its last event whenever the connection breaks. */
async function openLiveStream(client: Client, token: string, signal: AbortSignal): Promise<void> {
  let cursor = await cursorOf(client, token)

  async function follow(stream: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const { type, data, id } of readEvents(stream)) {
      if (type === 'beat') continue
      if (type !== 'message') return client.onFault(`unexpected event on a stream: ${type} ${data}`)
      cursor = id
      recordBatch(client, JSON.parse(data))
    }
  }

  const connect = () => openStream(`${client.origin}/api/sync`, token, cursor, signal)
  let stream: IncomingMessage | null = await connect()
  void (async () => {
    while (!signal.aborted) {
      if (stream) await follow(stream).catch(() => undefined)
      await sleep(RECONNECT_AFTER, undefined, { signal }).catch(() => undefined)
      stream = await connect().catch(() => null)
    }
  })()
}

/** Returns the cursor of a snapshot, from which a new replica continues (S5). */
async function cursorOf({ send }: Client, token: string): Promise<string> {
  const { status, headers } = await send('GET', '/api/sync/snapshot/users', { token })
  const cursor = headers['sync-cursor']
  if (typeof cursor !== 'string') throw new Error(`The server gave no cursor: ${status}`)
  return cursor
}

function openStream(
  url: string,
  token: string,
  cursor: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Last-Event-ID': cursor }
    const outgoing = request(url, { agent, signal, headers }, (response) => {
      if (response.statusCode === 200) return resolve(response)
      response.resume()
      reject(new Error(`No stream: ${response.statusCode}`))
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

function recordBatch({ ledger, meter }: Client, { tables }: Batch): void {
  for (const { id } of tables.contributions?.rows ?? []) {
    const sent = ledger.contributions.get(id)
    if (!sent || ledger.streamed.has(id)) continue
    ledger.streamed.add(id)
    meter.record('live', performance.now() - sent.at)
  }
}
