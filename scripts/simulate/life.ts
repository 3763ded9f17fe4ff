import type { CopyEngine } from '../../web/replica/copy-engine.ts'
import type { Outbox } from '../../web/replica/outbox.ts'
import type { World } from './world.ts'

/**
 * What a browser's tab has between its start and its end. It can end between any two things that it
 * asks of its disk: then a transaction under way is rolled back, and whoever waits waits for ever.
 */
export interface Life {
  readonly ended: boolean
  /** Ends it now. */
  end(): void
  /** Ends it after that many more things asked of its disk. */
  endAfter(asked: number): void
  engine(engine: CopyEngine): CopyEngine
  outbox(outbox: Outbox): Outbox
}

export function createLife(world: World, onEnd: () => void): Life {
  let ended = false
  let left = Number.POSITIVE_INFINITY

  function end(): void {
    if (ended) return
    ended = true
    onEnd()
  }

  function burn(): void {
    left -= 1
    if (left <= 0) end()
  }

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    burn()
    if (ended) return forever()
    try {
      return await world.busy(work)
    } finally {
      burn()
      if (ended) await forever()
    }
  }

  async function askInside<T>(work: () => Promise<T>): Promise<T> {
    burn()
    if (ended) throw new Error('The tab has ended')
    return work()
  }

  async function afterAWhile(write: () => Promise<void>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    if (!ended) await write()
  }

  return {
    get ended() {
      return ended
    },
    end,
    endAfter(asked) {
      left = asked
    },
    engine: (engine) => ({
      transaction: (work) =>
        ask(() =>
          engine.transaction((tx) =>
            work({
              query: (text, params, options) => askInside(() => tx.query(text, params, options)),
              exec: (text) => askInside(() => tx.exec(text)),
            }),
          ),
        ),
    }),
    // A disk takes its time, and the tab may end meanwhile: nobody may rely on what it has not answered.
    outbox: (outbox) => ({
      all: () => ask(() => outbox.all()),
      put: (entry) => ask(() => afterAWhile(() => outbox.put(entry))),
      delete: (ids) => ask(() => afterAWhile(() => outbox.delete(ids))),
      isOnDisk: outbox.isOnDisk,
      onDiskChange: outbox.onDiskChange,
      close: outbox.close,
    }),
  }
}

const forever = () => new Promise<never>(() => {})
