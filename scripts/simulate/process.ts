import type { Outbox } from '../../web/replica/outbox.ts'
import type {
  EngineTransaction,
  OwnedEngine,
  ReplicaEngine,
} from '../../web/replica/replica-engine.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * A simulated page or worker of a browser. It can be killed between any two operations on its disk. That rolls back the
 * open transaction, and calls under way never resolve.
 */
export interface Process {
  readonly ended: boolean
  /** Aborted when it ends. */
  readonly signal: AbortSignal
  kill(): void
  /** Kills it after that many more operations on its disk. */
  killAfter(operations: number): void
  /** Kills it after that many more commits to its replica, to find commits that should be one transaction. */
  killAfterCommits(commits: number): void
  /** Runs `work`; never resolves once the process has ended. */
  unlessEnded<T>(work: () => Promise<T>): Promise<T>
  engine(engine: OwnedEngine): OwnedEngine
  outbox(outbox: Outbox): Outbox
}

interface Options {
  onEnd?: () => void
  /** Runs each operation on the disk. */
  runOnDisk?: <T>(work: () => Promise<T>) => Promise<T>
  /** Called before each statement; may throw an error of the engine. */
  beforeStatement?: () => void
  /** Called in each transaction before it commits. */
  beforeCommit?: (tx: EngineTransaction) => Promise<void>
}

export function createProcess({
  onEnd = () => {},
  runOnDisk = (work) => work(),
  beforeStatement = () => {},
  beforeCommit = async () => {},
}: Options): Process {
  const ending = new AbortController()
  const { signal } = ending
  let operationsLeft = Number.POSITIVE_INFINITY
  let commitsLeft = Number.POSITIVE_INFINITY

  function kill(): void {
    if (signal.aborted) return
    ending.abort()
    onEnd()
  }

  function countOperation(): void {
    operationsLeft -= 1
    if (operationsLeft <= 0) kill()
  }

  async function unlessEnded<T>(work: () => Promise<T>): Promise<T> {
    if (signal.aborted) return forever()
    try {
      return await work()
    } finally {
      if (signal.aborted) await forever()
    }
  }

  async function onDisk<T>(work: () => Promise<T>): Promise<T> {
    countOperation()
    return unlessEnded(() => runOnDisk(work).finally(countOperation))
  }

  async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
    countOperation()
    if (signal.aborted) throw new Error('The process has ended') // rolls the transaction back
    beforeStatement()
    return work()
  }

  async function transaction<T>(
    engine: ReplicaEngine,
    work: (tx: EngineTransaction) => Promise<T>,
  ): Promise<T> {
    let hasWritten = false
    const run = <R>(text: string, statement: () => Promise<R>) => {
      hasWritten ||= !/^\s*select\b/.test(text)
      return inTransaction(statement)
    }
    const result = await engine.transaction(async (tx) => {
      const result = await work({
        query: (text, params, options) => run(text, () => tx.query(text, params, options)),
        exec: (text) => run(text, () => tx.exec(text)),
      })
      if (!signal.aborted) await beforeCommit(tx)
      return result
    })
    if (hasWritten) commitsLeft -= 1
    if (commitsLeft <= 0) kill()
    return result
  }

  /** Writes after a delay, in which the process may end. */
  async function writeLater(write: () => Promise<void>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    if (!signal.aborted) await write()
  }

  return {
    get ended() {
      return signal.aborted
    },
    signal,
    kill,
    killAfter(operations) {
      operationsLeft = operations
    },
    killAfterCommits(commits) {
      commitsLeft = commits
    },
    unlessEnded,
    engine: (engine) => ({
      transaction: (work) => onDisk(() => transaction(engine, work)),
      query: (text, params, options) =>
        onDisk(() => inTransaction(() => engine.query(text, params, options))),
      exec: (text) => onDisk(() => inTransaction(() => engine.exec(text))),
    }),
    outbox: (outbox) => ({
      ...outbox,
      all: () => onDisk(() => outbox.all()),
      put: (entry) => onDisk(() => writeLater(() => outbox.put(entry))),
      delete: (ids) => onDisk(() => writeLater(() => outbox.delete(ids))),
    }),
  }
}

/** A process in simulated time. */
export interface SimulatedProcess extends Process {
  /** Returns for how many ms it has been awake: 0 while it is frozen. */
  awakeFor(): number
  /** Delays its events until `thaw`, as browsers do with a background tab. */
  freeze(): void
  thaw(): void
  /** Like `Scheduler.after`, but nothing happens once the process has ended. */
  after(ms: number, happen: () => void): () => void
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export function createSimulatedProcess(
  scheduler: Scheduler,
  options: Omit<Options, 'runOnDisk'> = {},
): SimulatedProcess {
  const process = createProcess({ ...options, runOnDisk: scheduler.busy })
  let awakeSince = scheduler.now().getTime()
  let heldBack: (() => void)[] | null = null

  function happenNow(happen: () => void): void {
    if (process.ended) return
    if (heldBack) heldBack.push(happen)
    else happen()
  }

  const after = (ms: number, happen: () => void) => scheduler.after(ms, () => happenNow(happen))

  // Not spread, because `ended` is a getter.
  return Object.assign(process, {
    awakeFor: () => (heldBack ? 0 : scheduler.now().getTime() - awakeSince),
    freeze() {
      heldBack ??= []
    },
    thaw() {
      const waiting = heldBack ?? []
      heldBack = null
      awakeSince = scheduler.now().getTime()
      for (const happen of waiting) happenNow(happen)
    },
    after,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal?.aborted) return resolve()
        const done = () => {
          cancel()
          signal?.removeEventListener('abort', done)
          if (!process.ended) resolve()
        }
        const cancel = after(ms, done)
        signal?.addEventListener('abort', done)
      }),
  })
}

const forever = () => new Promise<never>(() => {})
