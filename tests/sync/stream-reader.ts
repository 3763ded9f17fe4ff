import type { Batch, Restart } from '../../shared/sync.ts'
import { readEvents } from '../../web/replica/event-stream.ts'

export type Heard = Batch | Restart | 'beat' | 'signed-out'

export interface StreamReader {
  /** The received events, in order. */
  heard: readonly Heard[]
  batches(): Batch[]
  /** All text so far. */
  text(): string
  /** The cursor of the last event, from which a new stream resumes (S6). */
  cursor(): string
  ended(): boolean
  hangUp(): void
}

/** Reads the stream of a response of `GET /api/sync` until it ends, for tests of the stream and of several servers. */
export function readStream(response: Response, from: string): StreamReader {
  if (!response.ok || !response.body) throw new Error(`The stream answers ${response.status}`)
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const heard: Heard[] = []
  let text = ''
  let cursor = from
  let ended = false

  async function* chunks() {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      yield value
    }
  }

  async function read(): Promise<void> {
    for await (const { type, data, id } of readEvents(chunks())) {
      if (type === 'beat' || type === 'signed-out') heard.push(type)
      else heard.push(JSON.parse(data))
      if (type === 'message') cursor = id
    }
  }

  // A killed server ends the connection with an error, which counts as the end.
  void read()
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  return {
    heard,
    batches: () => heard.filter((one) => typeof one === 'object' && 'tables' in one),
    text: () => text,
    cursor: () => cursor,
    ended: () => ended,
    hangUp: () => void reader.cancel().catch(() => {}),
  }
}
