import type { EngineTransaction, OwnedEngine } from '../../web/replica/copy-engine.ts'
import type { Outbox } from '../../web/replica/outbox.ts'
import type { World } from './world.ts'

/**
 * A page or a worker of a browser, between its start and its end. It can end between any two things that
 * it asks of its disk: a transaction under way is rolled back then, and whoever waits waits for ever.
 */
export interface Life {
  readonly ended: boolean
  /** The time in ms since it began, or since it was thawed; 0 while it is frozen. */
  awakeFor(): number
  /** Ends it now. */
  end(): void
  /** Ends it after that many more things asked of its disk. */
  endAfter(asked: number): void
  /** Ends it after that many more commits that wrote into its replica: another one may have belonged to the last. */
  endAfterCommits(commits: number): void
  /** Holds events back until it is thawed, as in a tab that the browser has put to sleep. */
  freeze(): void
  thaw(): void
  /** As `World.after`; never once it has ended. */
  after(ms: number, happen: () => void): () => void
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  engine(engine: OwnedEngine): OwnedEngine
  outbox(outbox: Outbox): Outbox
}

interface Options {
  onEnd?: () => void
  /** Called before each statement: throws what the engine fails with. */
  beforeStatement?: () => void
  /** Called within each transaction before it commits. */
  beforeCommit?: (tx: EngineTransaction) => Promise<void>
}

export function createLife(
  world: World,
  { onEnd = () => {}, beforeStatement = () => {}, beforeCommit = async () => {} }: Options = {},
): Life {
  let ended = false
  let awakeSince = world.now().getTime()
  let left = Number.POSITIVE_INFINITY
  let commitsLeft = Number.POSITIVE_INFINITY
  let frozen: (() => void)[] | null = null

  function end(): void {
    if (ended) return
    ended = true
    onEnd()
  }

  function burn(): void {
    left -= 1
    if (left <= 0) end()
  }

  function happenNow(happen: () => void): void {
    if (ended) return
    if (frozen) frozen.push(happen)
    else happen()
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
    beforeStatement()
    return work()
  }

  async function afterAWhile(write: () => Promise<void>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    if (!ended) await write()
  }

  const life: Life = {
    get ended() {
      return ended
    },
    awakeFor: () => (frozen ? 0 : world.now().getTime() - awakeSince),
    end,
    endAfter(asked) {
      left = asked
    },
    endAfterCommits(commits) {
      commitsLeft = commits
    },
    freeze() {
      frozen ??= []
    },
    thaw() {
      const waiting = frozen ?? []
      frozen = null
      awakeSince = world.now().getTime()
      for (const happen of waiting) happenNow(happen)
    },
    after: (ms, happen) => world.after(ms, () => happenNow(happen)),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const done = () => {
          cancel()
          signal?.removeEventListener('abort', done)
          if (!ended) resolve()
        }
        const cancel = life.after(ms, done)
        signal?.addEventListener('abort', done)
      }),
    engine: (engine) => ({
      transaction: (work) =>
        ask(async () => {
          let hasWritten = false
          const note = (text: string) => {
            hasWritten ||= !/^\s*select\b/.test(text)
          }
          const result = await engine.transaction(async (tx) => {
            const result = await work({
              query(text, params, options) {
                note(text)
                return askInside(() => tx.query(text, params, options))
              },
              exec(text) {
                note(text)
                return askInside(() => tx.exec(text))
              },
            })
            if (!ended) await beforeCommit(tx)
            return result
          })
          if (hasWritten) commitsLeft -= 1
          if (commitsLeft <= 0) end()
          return result
        }),
      query: (text, params, options) =>
        ask(() => askInside(() => engine.query(text, params, options))),
      exec: (text) => ask(() => askInside(() => engine.exec(text))),
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
  return life
}

const forever = () => new Promise<never>(() => {})
