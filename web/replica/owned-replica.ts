/*
 * Everything the owner of a replica runs (S11): the engine, the replica on it, the sync client that synchronises it,
 * and the maintenance when it is idle: later indexes, vacuum and flush.
 */
import { type Clock, type Debounced, debounce, startTimer } from '../../shared/async.ts'
import { csvList, csvPart } from '../../shared/contributions-csv.ts'
import { AppError } from '../../shared/errors.ts'
import { MINUTE, SECOND } from '../../shared/time.ts'
import { parse } from '../../shared/validation.ts'
import { keepFault } from '../api/faults.ts'
import type { OwnerCalls } from './calls.ts'
import type { OpenedEngine } from './engine.ts'
import type { Outbox } from './outbox.ts'
import { createReplicaDatabase } from './replica-database.ts'
import { CREATE_LATER_INDEXES, VACUUM } from './replica-indexes.ts'
import type { ReplicaEvent, ReplicaState } from './replica-state.ts'
import { createSyncClient } from './sync-client.ts'
import type { Transport } from './transport.ts'

/** After this time a full disk may have space again. */
const FULL_DISK_PAUSE_MS = MINUTE
/** Between two announcements of the same kind. */
const SHORTEST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 400

export interface OwnedReplica {
  calls: OwnerCalls
  state(): Promise<ReplicaState>
  /** Ends it, and deletes the replica's files. The outbox stays open: the worker's next owner uses the same one. */
  drop(): Promise<void>
}

interface Parts {
  personId: string
  engine: OpenedEngine
  outbox: Outbox
  transport: Transport
  clock: Clock
  announce: (event: ReplicaEvent) => void
  /**
   * Called once, when the engine's files turn out to be damaged. The caller deletes the replica and makes a
   * new one (S10).
   */
  onBroken: () => void
  /** The engine's queries for the diagnosis page. */
  inspection: Inspection
  /** Called with each error that is no AppError. */
  log?: (error: unknown) => void
}

type Inspection = Pick<OwnerCalls, 'diagnose' | 'querySql'>

/** Starts the replica on an engine that was just opened. */
export async function ownReplica({
  personId,
  engine,
  outbox,
  transport,
  clock,
  announce,
  onBroken,
  inspection,
  log = logFault,
}: Parts): Promise<OwnedReplica> {
  const replica = createReplicaDatabase(engine.pglite, personId, { clock, onFault })
  const client = createSyncClient({ replica, outbox, transport, clock, onFault, onLost: keepFault })
  let size = await sizeOf(engine)
  let isKept = true
  let isEnding = false

  function onFault(error: unknown): void {
    if (!(error instanceof AppError)) log(error)
    if (isEnding || !isBroken(error)) return
    isEnding = true
    onBroken()
  }

  /** Runs a query and reports its failure: it may be the first to read a damaged file. */
  async function noticing<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await query()
    } catch (error) {
      onFault(error)
      throw error
    }
  }

  /** Runs a query on the replica. Throws 'internal' until it is filled, and the server answers. */
  async function reading<T>(query: () => Promise<T>): Promise<T> {
    if (isEnding || client.status().replica !== 'ready') throw new AppError('internal', NOT_FILLED)
    return noticing(query)
  }

  async function flush(): Promise<void> {
    try {
      await engine.flush()
      isKept = true
    } catch (error) {
      isKept = false
      startTimer(clock, FULL_DISK_PAUSE_MS, () => isEnding || maintenance.trigger())
      throw error
    }
  }

  const maintenance = debounce(
    async () => {
      try {
        for (const statement of [...CREATE_LATER_INDEXES, ...VACUUM]) {
          // Queries run in between. The engine runs in microtasks, and the worker gets no message between those.
          await clock.sleep(0)
          if (isEnding) return
          await engine.pglite.exec(statement)
        }
        size = await sizeOf(engine)
        await flush()
      } catch (error) {
        onFault(error)
      }
      stateEvents.trigger()
    },
    { quietMs: 2 * SECOND, longestMs: MINUTE },
    clock,
  )

  async function state(): Promise<ReplicaState> {
    await measureOnceReady()
    const { replica, connection, lastSync } = client.status()
    // Without a state, screens would wait for the replica to open.
    const changes = await client.entries().catch(() => [])
    const changesKept = outbox.isOnDisk()
    return { replica, connection, lastSync, changes, changesKept, kept: isKept, ...size }
  }

  let wasReady = false
  /** Measures the size before `ready` is announced for the first time. */
  async function measureOnceReady(): Promise<void> {
    const isReady = client.status().replica === 'ready'
    if (isReady && !wasReady) size = await sizeOf(engine)
    wasReady = isReady
  }

  const stateEvents = mergeCalls(
    async () => announce({ type: 'state', state: await state() }),
    clock,
    onFault,
  )
  const changeEvents = mergeCalls(async () => announce({ type: 'changed' }), clock, onFault)
  const stopListening = [
    replica.onChange(() => {
      changeEvents.trigger()
      maintenance.trigger()
    }),
    client.onStatus(stateEvents.trigger),
    outbox.onDiskChange(stateEvents.trigger),
  ]
  client.start()

  return {
    state,
    calls: {
      answer: (name, args) => reading(() => replica.runQuery(name, args)),
      mutate: client.mutate,
      retry: client.retry,
      discard: client.discard,
      send: client.send,
      tryNetwork: async () => client.tryNetwork(),
      wake: async () => client.wake(),
      csvWindows: (list) => reading(() => replica.csvWindows(parse(csvList, list))),
      csvRows: (part) => reading(() => replica.csvRows(parse(csvPart, part))),
      diagnose: () => noticing(inspection.diagnose),
      querySql: (text) => noticing(() => inspection.querySql(text)),
      async flush() {
        await flush().finally(stateEvents.trigger)
      },
    },

    async drop() {
      isEnding = true
      for (const stop of stopListening) stop()
      await client.stop()
      await maintenance.stop()
      // The next owner announces its own state, which a late announcement from here would replace (S11).
      await Promise.all([stateEvents.stop(), changeEvents.stop()])
      await engine.drop()
    },
  }
}

const NOT_FILLED = 'La copia de este navegador todavía no está completa.'

async function sizeOf({ pglite }: OpenedEngine): Promise<{ rows: number; bytes: number }> {
  const { rows } = await pglite.query<{ rows: number; bytes: number }>(
    `select (select count(*) from collections) + (select count(*) from contributions) as rows,
            pg_database_size(current_database()) as bytes`,
  )
  return rows[0] ?? { rows: 0, bytes: 0 }
}

/**
 * Runs `work` at once. Triggers during it and the pause after it become one more run.
 * The pause doubles while triggers keep coming: screens that ask again after each change of a long queue would
 * take most of the engine's time.
 */
function mergeCalls(
  work: () => Promise<void>,
  clock: Clock,
  onFault: (error: unknown) => void,
): Debounced {
  let pause = SHORTEST_PAUSE_MS
  let isRunning = false
  let again = false
  let isStopped = false
  let working: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    isRunning = true
    working = work().catch(onFault)
    await working
    await clock.sleep(pause)
    isRunning = false
    pause = again ? Math.min(2 * pause, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS
    if (!again || isStopped) return
    again = false
    void run()
  }

  return {
    trigger() {
      if (isRunning) again = true
      else if (!isStopped) void run()
    },
    stop() {
      isStopped = true
      return working
    },
  }
}

/** Keeps the error for the diagnosis. Prints its message alone: the engine's errors have all of it in the stack. */
export function logFault(error: unknown): void {
  keepFault(error)
  console.error('replica:', error instanceof Error ? error.message : error)
}

/**
 * Returns whether an error shows that the engine or its files are damaged, so that only a new replica helps (S10).
 * An intact engine never fails with SQLSTATE class 58 (a file is missing or cannot be read) or XX (its content is
 * invalid), and never traps.
 */
function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof WebAssembly.RuntimeError || error.name === 'ExitStatus') return true
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(58|XX)/.test(code)
}
