import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Batch } from '../../shared/sync.ts'
import { readEvents } from '../../web/replica/event-stream.ts'

/** After a connection that broke: the first pause of web/replica/back-off.ts. */
const AGAIN = 1_000 // ms

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

interface Options {
  origin: string
  token: string
  /** The cursor to start from: that of a snapshot (S5). */
  cursor: string
  onBatch: (batch: Batch) => void
  /** The stream carried an event that no healthy stream carries. */
  onFault: (what: string) => void
}

/** An organiser's stream of changes (S6), opened again from its last event whenever the connection breaks. */
export interface LiveStream {
  close(): void
}

/** Resolves when the stream is open; rejects when the server does not open it. */
export async function openLiveStream(options: Options): Promise<LiveStream> {
  const { origin, token, onBatch, onFault } = options
  const ending = new AbortController()
  const { signal } = ending
  let { cursor } = options

  async function follow(stream: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const { type, data, id } of readEvents(stream)) {
      if (type === 'beat') continue
      if (type !== 'message') return onFault(`a stream was told: ${type} ${data}`)
      cursor = id
      onBatch(JSON.parse(data))
    }
  }

  const call = () => listen(`${origin}/api/sync`, token, cursor, signal)
  let stream: IncomingMessage | null = await call()
  void (async () => {
    while (!signal.aborted) {
      if (stream) await follow(stream).catch(() => undefined)
      await sleep(AGAIN, undefined, { signal }).catch(() => undefined)
      stream = await call().catch(() => null)
    }
  })()
  return { close: () => ending.abort() }
}

function listen(
  url: string,
  token: string,
  cursor: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Last-Event-ID': cursor }
    const asking = request(url, { agent, signal, headers }, (response) => {
      if (response.statusCode === 200) return resolve(response)
      response.resume()
      reject(new Error(`No stream: ${response.statusCode}`))
    })
    asking.once('error', reject)
    asking.end()
  })
}
