import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { DatabaseError } from '../data/database-error.ts'

/** Items of one batch: a statement of so many still takes only some tens of milliseconds. */
const MOST = 100

/**
 * SQLSTATE classes that one item may cause: data exception, integrity constraint violation, transaction rollback
 * (a deadlock).
 */
const CAUSED_BY_AN_ITEM = /^(2[23]|40)/

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Batches what a database does cheaper together, by one statement and one commit. An item that comes while a batch
 * of its lane is under way goes in the next one, so that none waits for a batch to fill; lanes do not wait for each
 * other. `work` is one statement and answers in the order of its items; where it fails as one item may have caused,
 * each is tried alone. Rejects with what `work` throws.
 *
 * @example const count = inBatches((keys: readonly string[]) => countAll(keys)); await count(lane, key)
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (lane: number, item: Item) => Promise<Result> {
  const lanes = new Map<number, Waiting<Item, Result>[]>()

  async function drive(lane: number, waiting: Waiting<Item, Result>[]): Promise<void> {
    while (waiting.length > 0) {
      // Items of requests that have arrived by now join the batch.
      await eventLoopTurn()
      await settle(waiting.splice(0, MOST))
    }
    lanes.delete(lane)
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      if (batch.length > 1 && mayBeCausedByAnItem(error))
        for (const one of batch) await settle([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  return (lane, item) =>
    new Promise((resolve, reject) => {
      const waiting = lanes.get(lane) ?? []
      waiting.push({ item, resolve, reject })
      if (lanes.has(lane)) return
      lanes.set(lane, waiting)
      void drive(lane, waiting)
    })
}

function mayBeCausedByAnItem(error: unknown): boolean {
  return error instanceof DatabaseError && CAUSED_BY_AN_ITEM.test(error.code)
}
