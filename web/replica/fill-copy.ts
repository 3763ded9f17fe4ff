import { untilAborted } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { COPIED_TABLE_NAMES } from '../../shared/sync.ts'
import type { SyncContext } from './sync-context.ts'
import type { Transport } from './transport.ts'

/**
 * Fills the copy from nothing or anew (S5, S10), and settles nothing: a server that was put back since it
 * answered does not have in these rows what it had done. Tables travel before the copy's turn comes:
 * nobody waits for them.
 */
export async function fillCopy(context: SyncContext, signal: AbortSignal): Promise<void> {
  const { copy, unsettled, transport } = context
  if (context.status().copy === 'empty') context.report({ copy: 'filling' })

  const { cursor, tables } = await untilAborted(download(transport), signal)
  await context.exclusively(async () => {
    if (signal.aborted) return
    await copy.fill(each(tables), cursor, await unsettled.pending())
    context.mustFill = false
    context.report({ copy: 'ready', lastSync: context.clock.now().toISOString() })
  })
  signal.throwIfAborted()
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
  return { cursor, tables }
}

async function* each<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items
}

function restoredMeanwhile(): AppError {
  return new AppError('unavailable', 'El servidor acaba de cambiar. Intenta nuevamente.')
}
