import type { Batch } from '../../shared/sync.ts'
import type { Client } from './client.ts'
import { type LiveStream, openLiveStream } from './live-stream.ts'
import type { Organiser } from './make-organisers.ts'

/** How many streams are opened at the same time. */
const AT_ONCE = 16

/** Opens a stream for each organiser (S6) and records what they tell of; resolves when all are open. */
export async function watchChanges(
  client: Client,
  organisers: readonly Organiser[],
): Promise<LiveStream[]> {
  const { origin, onFault } = client
  const waiting = [...organisers]
  const streams: LiveStream[] = []
  const openSome = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const { token } = one
      const cursor = await cursorOf(client, token)
      const onBatch = (batch: Batch) => note(client, batch)
      streams.push(await openLiveStream({ origin, token, cursor, onBatch, onFault }))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openSome))
  return streams
}

/** The cursor of a snapshot: where a copy that has just been made goes on from (S5). */
async function cursorOf({ ask }: Client, token: string): Promise<string> {
  const { status, headers } = await ask('GET', '/api/sync/snapshot/users', { token })
  const cursor = headers['sync-cursor']
  if (typeof cursor !== 'string') throw new Error(`The server gave no cursor: ${status}`)
  return cursor
}

function note({ ledger, meter }: Client, { tables }: Batch): void {
  for (const { id } of tables.contributions?.rows ?? []) {
    const sent = ledger.contributions.get(id)
    if (!sent || ledger.heard.has(id)) continue
    ledger.heard.add(id)
    meter.record('live', performance.now() - sent.at)
  }
}
