import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { DatabaseError } from '../data/database-error.ts'

const MAX_BATCH = 100 // some tens of milliseconds per statement

/** SQLSTATE classes that one item may cause: data exception, constraint violation, rollback (a deadlock). */
const CAUSED_BY_AN_ITEM = /^(2[23]|40)/

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Batches items into one statement. Items that arrive while their partition is busy form its next batch; partitions run
 * in parallel. After an error that one item may have caused, each is tried alone.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxBatch = MAX_BATCH,
): (partition: number, item: Item) => Promise<Result> {
  const partitions = new Map<number, Waiting<Item, Result>[]>()

  async function drain(partition: number, waiting: Waiting<Item, Result>[]): Promise<void> {
    while (waiting.length > 0) {
      await eventLoopTurn()
      await runBatch(waiting.splice(0, maxBatch))
    }
    partitions.delete(partition)
  }

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      if (batch.length > 1 && mayBeCausedByAnItem(error))
        for (const one of batch) await runBatch([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  return (partition, item) =>
    new Promise((resolve, reject) => {
      const waiting = partitions.get(partition) ?? []
      waiting.push({ item, resolve, reject })
      if (partitions.has(partition)) return
      partitions.set(partition, waiting)
      void drain(partition, waiting)
    })
}

function mayBeCausedByAnItem(error: unknown): boolean {
  return error instanceof DatabaseError && CAUSED_BY_AN_ITEM.test(error.code)
}
