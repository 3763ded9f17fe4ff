/*
 * One browser in a run over real sockets: the project's own sync client, outbox, replica and transport, in a process
 * that can be killed. Every committed transaction of its replica is checked.
 */
import type { PGlite } from '@electric-sql/pglite'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { systemClock } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { createOutbox, type Outbox } from '../../web/replica/outbox.ts'
import { createReplicaDatabase } from '../../web/replica/replica-database.ts'
import type { EngineTransaction } from '../../web/replica/replica-engine.ts'
import type { SyncStatus } from '../../web/replica/replica-state.ts'
import { createSyncClient, type SyncClient } from '../../web/replica/sync-client.ts'
import { createHttpTransport } from '../../web/replica/transport.ts'
import { emptyReplica, type ReplicaImage, readImage, writeImage } from './disk.ts'
import { createLedger } from './ledger.ts'
import { createProcess, type Process } from './process.ts'

/** A collection whose suggested amount only one writer sets, to ever higher values. */
export interface Register {
  id: string
  /** Last written value, in centavos. */
  written: number
  /** Last value that the writer's client has confirmed as stored. */
  acknowledged: number
}

interface Tools {
  name: string
  personId: string
  engine: PGlite
  /** Sends a request through this client's proxy, signed in. */
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Of all writers. */
  registers: readonly Register[]
  own: Register
  log(text: string): void
  fault(error: unknown): void
  count(what: string): void
}

export type SocketClient = ReturnType<typeof createSocketClient>
export type ReplicaLeft = 'as it was' | 'as flushed' | 'nothing'

export function createSocketClient(tools: Tools) {
  const { name, personId, engine, registers, own, log, fault, count } = tools
  const ledger = createLedger()
  const disk = new IDBFactory()
  const registerIds = registers.map(({ id }) => id)
  /** Ids given to `mutate`, which acknowledges them itself. */
  const made = new Set<string>()
  /** The highest value of each register that this replica ever showed. */
  const shown = new Map<string, number>()
  const underWay = new Set<Promise<unknown>>()
  let image: ReplicaImage | null = null
  let left: ReplicaLeft = 'nothing'
  let current: { process: Process; client: SyncClient; acknowledged: number } | null = null

  const openOutbox = () => createOutbox(personId, disk)

  /** Keeps the work, because a killed process leaves it to the disk. */
  async function runOnDisk<T>(work: () => Promise<T>): Promise<T> {
    const working = work()
    underWay.add(working)
    return working.finally(() => underWay.delete(working))
  }

  function start() {
    const shownHere = new Map<string, number>()
    const process = createProcess({
      runOnDisk,
      beforeCommit: check,
      onEnd() {
        if (current?.process !== process) return
        log(`${name}: the client ends`)
        count('clients killed')
        current = null
      },
    })
    const { unlessEnded } = process
    const client = createSyncClient({
      replica: createReplicaDatabase(process.engine(engine), personId),
      outbox: process.outbox(reported(ledger.watch(openOutbox()))),
      transport: createHttpTransport({
        personId,
        fetch: (path, { signal, ...init }) =>
          unlessEnded(() =>
            tools.fetch(path, {
              ...init,
              signal: signal ? AbortSignal.any([process.signal, signal]) : process.signal,
            }),
          ),
      }),
      clock: {
        now: systemClock.now,
        sleep: (ms, signal) => unlessEnded(() => systemClock.sleep(ms, signal)),
      },
      onFault: fault,
    })
    const running = { process, client, acknowledged: 0 }
    return running

    /** Checks within each transaction that no register goes back. */
    async function check(tx: EngineTransaction): Promise<void> {
      const least = leastValues()
      const { rows } = await tx.query<{ id: string; value: number }>(READ, [registerIds])
      if (!least || process.ended) return
      count('observations')
      const values = new Map(rows.map(({ id, value }) => [id, value]))
      for (const [id, value] of least) {
        const now = values.get(id) ?? 0
        if (now >= value) continue
        fault(new Error(`${name}: ${id} goes back from ${value} to ${now}`))
        log(`${name}: its outbox holds ${JSON.stringify(ledger.entries())}`)
        log(`${name}: its status is ${JSON.stringify(client.status())}`)
      }
      for (const [id, value] of values) {
        shownHere.set(id, value)
        shown.set(id, Math.max(value, shown.get(id) ?? 0))
      }
    }

    /**
     * Returns null while the replica is not ready. A value that this process has shown or acknowledged must show. A value
     * of an earlier process must show once the stream has caught up: a change leaves the outbox before its rows come.
     */
    function leastValues(): Map<string, number> | null {
      const { replica, lastSync } = client.status()
      if (replica !== 'ready') return null
      const least = new Map(lastSync === null ? shownHere : shown)
      const stored = lastSync === null ? running.acknowledged : own.acknowledged
      return least.set(own.id, Math.max(stored, least.get(own.id) ?? 0))
    }
  }

  /** Logs what is refused and what leaves the outbox. */
  function reported(outbox: Outbox): Outbox {
    return {
      ...outbox,
      async put(entry) {
        await outbox.put(entry)
        if (entry.refusal) log(`${name}: ${entry.id} is refused: ${entry.refusal.message}`)
      },
      async delete(ids) {
        await outbox.delete(ids)
        log(`${name}: ${ids.join(' ')} leave the outbox`)
      },
    }
  }

  /** The call may never resolve. */
  function act(work: () => Promise<unknown>): void {
    work().catch((error) => {
      if (error instanceof AppError) log(`${name}: «${error.message}»`)
      else fault(error)
    })
  }

  async function mutate(change: string, args: unknown, onStored = () => {}): Promise<void> {
    if (!current) return
    const id = newId()
    made.add(id)
    log(`${name}: ${id} ${change} ${JSON.stringify(args)}`)
    await current.client.mutate(change, args, id)
    ledger.acknowledge(id)
    onStored()
  }

  return {
    name,
    personId,
    engine,
    ledger,
    /** Opens the outbox that is on the disk. */
    outbox: openOutbox,
    get isOn() {
      return current !== null
    },
    client: (): SyncClient | null => current?.client ?? null,
    statuses: (): SyncStatus[] => (current ? [current.client.status()] : []),
    async open() {
      await Promise.allSettled(underWay)
      if (left === 'as flushed' && image) await writeImage(engine, image)
      else if (left !== 'as it was') await emptyReplica(engine)
      log(`${name}: opens; its replica is ${left}`)
      left = 'as it was'
      current = start()
      current.client.start()
    },
    /** Kills the process after that many more operations on its disk. */
    killAfter(operations: number) {
      if (operations === 0) current?.process.kill()
      else current?.process.killAfter(operations)
    },
    /** Stores an image of the replica. */
    async flush() {
      image = await readImage(engine)
    },
    /** Sets the state of the replica that the next process finds. */
    leave(next: ReplicaLeft) {
      left = next
    },
    /** Writes the next value into its own register. */
    write() {
      const running = current
      if (!running) return
      own.written += 1
      const value = own.written
      const args = { id: own.id, changes: { suggestedAmount: value } }
      act(() =>
        mutate('update-collection', args, () => {
          own.acknowledged = value
          running.acknowledged = value
        }),
      )
    },
    mutate(change: string, args: unknown) {
      const { id = '', collectionId = '' } = args as { id?: string; collectionId?: string }
      if (registerIds.includes(id) || registerIds.includes(collectionId)) return
      act(() => mutate(change, args))
    },
    retry: (id: string) =>
      act(async () => {
        log(`${name}: retries ${id}`)
        const fresh = await ledger.newDuring(async () => current?.client.retry(id))
        for (const one of fresh) if (!made.has(one)) ledger.acknowledge(one)
        ledger.confirmDismissal(id)
      }),
    discard(id: string) {
      log(`${name}: discards ${id}`)
      ledger.dismiss(id)
      act(async () => current?.client.discard(id))
    },
    close() {
      const process = current?.process
      current = null
      process?.kill()
    },
  }
}

const READ = `
  select id, (suggested_amount * 100)::integer as value from collections where id = any($1::uuid[])`
