/*
 * Everything the owner of a copy runs (S11): the engine, the copy on it, the sync client that keeps it
 * in step, and the quiet moments in which it is tidied up and flushed.
 */
import { csvList, csvPart } from '../../shared/contributions-csv.ts'
import { AppError } from '../../shared/errors.ts'
import { parse } from '../../shared/validation.ts'
import { keepFault } from '../api/faults.ts'
import type { Calls } from './calls.ts'
import { systemClock } from './clock.ts'
import { createCopy } from './copy.ts'
import { CREATE_LATER_INDEXES, VACUUM } from './copy-indexes.ts'
import { diagnose, querySql } from './diagnosis.ts'
import { type Engine, openEngine } from './engine.ts'
import { createHttpTransport } from './http-transport.ts'
import { isBroken } from './is-broken.ts'
import { createOutbox } from './outbox.ts'
import type { ReplicaEvent, ReplicaState } from './replica-state.ts'
import { createSyncClient } from './sync-client.ts'
import { whenQuiet } from './when-quiet.ts'

/** After so long a disk that was full may have room again. */
const FULL_DISK_PAUSE_MS = 60_000
/** Between two announcements of the same kind. */
const SHORTEST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 400

export interface OwnedCopy {
  calls: Calls
  state(): Promise<ReplicaState>
  /** Ends it; the files stay, or go for good. */
  stop(how: 'keep' | 'drop'): Promise<void>
}

/**
 * Opens and starts it. Rejects when this device cannot hold a copy. Calls `onBroken`, once, when its
 * files turn out to be damaged: it is to be dropped then, and made anew (S10).
 */
export async function ownCopy(
  personId: string,
  announce: (event: ReplicaEvent) => void,
  onBroken: () => void,
): Promise<OwnedCopy> {
  const engine = await openEngine(personId)
  const copy = createCopy(engine.pglite, personId)
  const outbox = createOutbox(personId)
  const transport = createHttpTransport({ personId })
  const client = createSyncClient({
    copy,
    outbox,
    transport,
    clock: systemClock,
    onFault,
    onLost: keepFault,
  })
  let size = await sizeOf(engine)
  let isKept = true
  let isEnding = false

  function onFault(error: unknown): void {
    logFault(error)
    if (isEnding || !isBroken(error)) return
    isEnding = true
    onBroken()
  }

  /** A question of the person, who may be the first to meet the damage. */
  async function reading<T>(question: Promise<T>): Promise<T> {
    question.catch(onFault)
    return question
  }

  async function flush(): Promise<void> {
    try {
      await engine.flush()
      isKept = true
    } catch (error) {
      isKept = false
      setTimeout(() => isEnding || quiet.stir(), FULL_DISK_PAUSE_MS)
      throw error
    }
  }

  const quiet = whenQuiet(
    async () => {
      try {
        // One by one, so that queries run in between.
        for (const statement of [...CREATE_LATER_INDEXES, ...VACUUM]) {
          await engine.pglite.exec(statement)
        }
        size = await sizeOf(engine)
        await flush()
      } catch (error) {
        onFault(error)
      }
      tell()
    },
    { quietMs: 2_000, longestMs: 60_000 },
  )

  async function state(): Promise<ReplicaState> {
    await measureOnceReady()
    const { copy, connection, lastSync } = client.status()
    const changes = await client.entries()
    const changesKept = outbox.isOnDisk()
    return { copy, connection, lastSync, changes, changesKept, kept: isKept, ...size }
  }

  let wasReady = false
  /** What a first copy brought is told with it. */
  async function measureOnceReady(): Promise<void> {
    const isReady = client.status().copy === 'ready'
    if (isReady && !wasReady) size = await sizeOf(engine)
    wasReady = isReady
  }

  const tell = mergingCalls(async () => announce({ type: 'state', state: await state() }))
  const tellChange = mergingCalls(async () => announce({ type: 'changed' }))
  const stopListening = [
    copy.onChange(() => {
      tellChange()
      quiet.stir()
    }),
    client.onStatus(tell),
    outbox.onDiskChange(tell),
  ]
  client.start()

  return {
    state,
    calls: {
      answer: (name, args) => reading(copy.answer(String(name), args)),
      mutate: (name, args, id, version) =>
        client.mutate(String(name), args, String(id), Number(version ?? 1)),
      retry: (id, args, version, changeId) =>
        client.retry(String(id), args, Number(version ?? 1), changeId as string | undefined),
      discard: (id) => client.discard(String(id)),
      'try-network': async () => client.tryNetwork(),
      'csv-windows': (list) => reading(copy.csvWindows(parse(csvList, list))),
      'csv-rows': (part) => reading(copy.csvRows(parse(csvPart, part))),
      diagnose: () => reading(diagnose(engine.pglite)),
      'query-sql': (text) => reading(querySql(engine.pglite, String(text))),
      async flush() {
        await flush().finally(tell)
      },
    },

    async stop(how) {
      isEnding = true
      for (const stop of stopListening) stop()
      await client.stop()
      outbox.close()
      await quiet.stop()
      if (how === 'keep') return engine.flush()
      await engine.drop()
    },
  }
}

async function sizeOf({ pglite }: Engine): Promise<{ rows: number; bytes: number }> {
  const { rows } = await pglite.query<{ rows: number; bytes: number }>(
    `select (select count(*) from collections) + (select count(*) from contributions) as rows,
            pg_database_size(current_database()) as bytes`,
  )
  return rows[0] ?? { rows: 0, bytes: 0 }
}

/**
 * Returns a function that runs `work` at once. Calls during it and the pause after it become one more run.
 * The pause doubles while calls keep coming: screens that ask again after each change of a long queue would
 * take most of the engine's time.
 */
function mergingCalls(work: () => Promise<void>): () => void {
  let pause = SHORTEST_PAUSE_MS
  let isRunning = false
  let again = false
  async function run(): Promise<void> {
    isRunning = true
    await work().catch(logFault)
    await new Promise((resolve) => setTimeout(resolve, pause))
    isRunning = false
    pause = again ? Math.min(2 * pause, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS
    if (!again) return
    again = false
    void run()
  }
  return function call(): void {
    if (isRunning) again = true
    else void run()
  }
}

/** An error of the engine carries the whole engine in its stack: the message says enough (FACTS). */
function logFault(error: unknown): void {
  if (error instanceof AppError) return
  keepFault(error)
  console.error('copy:', error instanceof Error ? error.message : error)
}
