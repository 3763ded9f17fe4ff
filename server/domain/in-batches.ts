import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { DatabaseError } from '../data/database-error.ts'

const MOST = 100 // some tens of milliseconds per statement

/** SQLSTATE classes that one item may cause: data exception, constraint violation, rollback (a deadlock). */
const CAUSED_BY_AN_ITEM = /^(2[23]|40)/

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Batches items into one statement. Those that arrive while their lane is busy form its next batch; lanes run in
 * parallel. After an error that one item may have caused, each is tried alone.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (lane: number, item: Item) => Promise<Result> {
  const lanes = new Map<number, Waiting<Item, Result>[]>()

  async function drive(lane: number, waiting: Waiting<Item, Result>[]): Promise<void> {
    while (waiting.length > 0) {
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
