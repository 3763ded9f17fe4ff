import { AppError } from '../../shared/errors.ts'
import { COPIED_TABLE_NAMES } from '../../shared/sync.ts'
import type { Desk } from './desk.ts'
import type { Transport } from './transport.ts'
import { untilAborted } from './until-aborted.ts'

/**
 * Fills the copy from nothing or anew (S5, S10). What the server had answered before is in these rows
 * and leaves the outbox with them, if they are of the epoch it was answered in: a server restored since
 * may have forgotten it. Answers whether that is all that was answered. Tables travel before the copy's
 * turn comes: nobody waits for them.
 */
export async function fillCopy(desk: Desk, signal: AbortSignal): Promise<boolean> {
  const { copy, unsettled, transport } = desk
  if (desk.status().copy === 'empty') desk.report({ copy: 'filling' })

  const answeredBefore = new Set(unsettled.answered())
  const { cursor, epoch, tables } = await untilAborted(download(transport), signal)
  const settled = unsettled.answered(epoch).filter((id) => answeredBefore.has(id))
  await desk.inTurn(async () => {
    if (signal.aborted) return
    await unsettled.remove(settled)
    await copy.fill(each(tables), cursor, await unsettled.pending())
    desk.mustFill = false
    desk.report({ copy: 'ready', lastSync: desk.clock.now().toISOString() })
  })
  signal.throwIfAborted()
  return settled.length === answeredBefore.size
}

/** The first table's cursor is the oldest: what changed since comes again, which is harmless (S4). */
async function download(transport: Transport) {
  const [first, ...others] = COPIED_TABLE_NAMES
  if (!first) throw new Error('Nothing is copied')
  const take = async (table: typeof first) => ({ table, ...(await transport.snapshot(table)) })
  const oldest = await take(first)
  const tables = [oldest, ...(await Promise.all(others.map(take)))]
  const { cursor, epoch } = oldest
  if (tables.some((table) => table.epoch !== epoch)) throw restoredMeanwhile()
  return { cursor, epoch, tables }
}

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}

function restoredMeanwhile(): AppError {
  return new AppError('unavailable', 'El servidor acaba de cambiar. Intenta nuevamente.')
}
