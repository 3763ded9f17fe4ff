import { COPIED_TABLE_NAMES } from '../../shared/sync.ts'
import type { Desk } from './desk.ts'
import type { Transport } from './transport.ts'
import { untilAborted } from './until-aborted.ts'

/**
 * Fills the copy from nothing or anew (S5, S10). What the server had answered before is in these rows
 * and leaves the outbox with them. Tables travel before the copy's turn comes: nobody waits for them.
 */
export async function fillCopy(desk: Desk, signal: AbortSignal): Promise<void> {
  const { copy, unsettled, transport } = desk
  const answeredBefore = unsettled.answered()
  if (desk.status().copy === 'empty') desk.report({ copy: 'filling' })

  const { cursor, tables } = await untilAborted(download(transport), signal)
  await desk.inTurn(async () => {
    if (signal.aborted) return
    await unsettled.remove(answeredBefore)
    await copy.fill(each(tables), cursor, await unsettled.pending())
    desk.mustFill = false
    desk.report({ copy: 'ready', lastSync: desk.clock.now().toISOString() })
  })
  signal.throwIfAborted()
}

/** The first table's cursor is the oldest: what changed since comes again, which is harmless (S4). */
async function download(transport: Transport) {
  const [first, ...others] = COPIED_TABLE_NAMES
  if (!first) throw new Error('Nothing is copied')
  const take = async (table: typeof first) => ({ table, ...(await transport.snapshot(table)) })
  const oldest = await take(first)
  return { cursor: oldest.cursor, tables: [oldest, ...(await Promise.all(others.map(take)))] }
}

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}
