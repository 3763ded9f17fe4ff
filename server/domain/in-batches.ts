import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { DatabaseError } from '../data/database-error.ts'

/** Some tens of milliseconds per statement. */
const MOST = 100

/** SQLSTATE classes that one item may cause: data exception, constraint violation, rollback (a deadlock). */
const CAUSED_BY_AN_ITEM = /^(2[23]|40)/

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Batches items into one statement and one commit. An item that arrives while its lane runs a batch joins the next one,
 * so that none waits for a batch to fill; lanes do not wait for each other. `work` returns the results in the order of
 * the items. After an error that one item may have caused, each item is tried alone.
 *
 * @example const count = inBatches((keys: readonly string[]) => countAll(keys)); await count(lane, key)
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (lane: number, item: Item) => Promise<Result> {
  const lanes = new Map<number, Waiting<Item, Result>[]>()

  async function drive(lane: number, waiting: Waiting<Item, Result>[]): Promise<void> {
    while (waiting.length > 0) {
      // Requests that have already arrived join the batch.
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
