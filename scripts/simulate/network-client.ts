/*
 * One browser in a run over real sockets: the project's own sync client, outbox, copy and transport.
 * Its life can end between any two things that it asks of its disk; a new one opens the same disk.
 * Every committed transaction of its copy is observed.
 */
import type { PGlite } from '@electric-sql/pglite'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { systemClock } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { createCopy } from '../../web/replica/copy.ts'
import type { CopyEngine } from '../../web/replica/copy-engine.ts'
import { createOutbox, type Outbox } from '../../web/replica/outbox.ts'
import type { SyncStatus } from '../../web/replica/replica-state.ts'
import { createSyncClient, type SyncClient } from '../../web/replica/sync-client.ts'
import { createHttpTransport } from '../../web/replica/transport.ts'
import { type CopyImage, emptyCopy, readImage, writeImage } from './copy-image.ts'
import { createLedger, type Ledger } from './ledger.ts'

/** A collection of which only one writer sets the suggested amount, to ever higher values. */
export interface Register {
  id: string
  /** The last value that was written, in centavos. */
  written: number
  /** The last value whose writer was told that it is kept. */
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
  say(text: string): void
  fault(error: unknown): void
  count(what: string): void
}

export interface NetworkClient {
  readonly name: string
  readonly personId: string
  readonly engine: PGlite
  readonly ledger: Ledger
  readonly isOn: boolean
  /** Opens the outbox that is on the disk. */
  outbox(): Outbox
  client(): SyncClient | null
  states(): readonly SyncStatus[]
  open(): Promise<void>
  /** Ends the life after that many more requests to its disk. */
  kill(asked: number): void
  /** Lets the life go on that was to end. */
  spare(): void
  /** Keeps an image of the copy, for `leave`. */
  flush(): Promise<void>
  /** Sets the state of the replica that the next life finds. */
  leave(what: CopyLeft): void
  /** Writes the next value into the own register. */
  write(): void
  mutate(name: string, args: unknown): void
  retry(id: string): void
  discard(id: string): void
  /** Ends the life at once; nothing is counted. */
  close(): void
}

export type CopyLeft = 'as it was' | 'an older one' | 'nothing'

export function createNetworkClient(tools: Tools): NetworkClient {
  const { name, personId, engine, registers, own, say, fault, count } = tools
  const ledger = createLedger()
  const disk = new IDBFactory()
  /** The ids given to `mutate`, which acknowledges them itself. */
  const asked = new Set<string>()
  /** The highest value of each register that this copy ever showed. */
  const shown = new Map<string, number>()
  let image: CopyImage | null = null
  let left: CopyLeft = 'nothing'
  let last: Life | null = null
  let current: { life: Life; client: SyncClient; acknowledged: number } | null = null

  function openLife() {
    const life = createLife(() => {
      say(`${name}: the client ends`)
      count('clients killed')
      current = null
    })
    const shownInLife = new Map<string, number>()
    const transport = createHttpTransport({
      personId,
      fetch: (path, init) => life.fetch(tools.fetch, path, init),
    })
    const client = createSyncClient({
      copy: createCopy(life.engine(observed(engine)), personId),
      outbox: life.outbox(told(ledger.watch(open()))),
      transport,
      clock: {
        now: systemClock.now,
        sleep: (ms, signal) => life.ask(() => systemClock.sleep(ms, signal)),
      },
      onFault: fault,
    })
    const opened = { life, client, acknowledged: 0 }
    last = life
    return opened

    /** Reads the registers within each transaction: nothing that it commits goes unseen. */
    function observed(engine: CopyEngine): CopyEngine {
      return {
        transaction: (work) => {
          let least: Map<string, number> | null = null
          let values: { id: string; value: number }[] = []
          return engine
            .transaction(async (tx) => {
              least = leastValues()
              const result = await work(tx)
              values = (await tx.query<{ id: string; value: number }>(READ, [ids])).rows
              return result
            })
            .then((result) => {
              if (!life.ended && least) observe(least, values)
              return result
            })
        },
      }
    }

    /**
     * Returns null while no screen uses the copy, as before it is in line with the outbox.
     *
     * A value that this life showed stays. A value that an earlier life showed or acknowledged must be shown once the
     * stream has caught up, because a change leaves the outbox just before the replica has its rows.
     */
    function leastValues(): Map<string, number> | null {
      const { copy, lastSync } = client.status()
      if (copy !== 'ready') return null
      const least = new Map(lastSync === null ? shownInLife : shown)
      const kept = lastSync === null ? opened.acknowledged : own.acknowledged
      return least.set(own.id, Math.max(kept, least.get(own.id) ?? 0))
    }

    function observe(least: Map<string, number>, rows: { id: string; value: number }[]): void {
      count('observations')
      const values = new Map(rows.map(({ id, value }) => [id, value]))
      for (const [id, value] of least) {
        const now = values.get(id) ?? 0
        if (now >= value) continue
        fault(new Error(`${name}: ${id} goes back from ${value} to ${now}`))
        say(`${name}: its outbox holds ${JSON.stringify(ledger.entries())}`)
        say(`${name}: its status is ${JSON.stringify(client.status())}`)
      }
      for (const [id, value] of values) {
        shownInLife.set(id, value)
        shown.set(id, Math.max(value, shown.get(id) ?? 0))
      }
    }
  }

  const ids = registers.map(({ id }) => id)
  const open = () => createOutbox(personId, disk)

  /** Writes into the story what leaves the outbox, and what is refused in it. */
  function told(outbox: Outbox): Outbox {
    return {
      ...outbox,
      async put(entry) {
        await outbox.put(entry)
        if (entry.refusal) say(`${name}: ${entry.id} is refused: ${entry.refusal.message}`)
      },
      async delete(ids) {
        await outbox.delete(ids)
        say(`${name}: ${ids.join(' ')} leave the outbox`)
      },
    }
  }

  /** A person acts, and may never hear what came of it. */
  function act(work: () => Promise<unknown>): void {
    work().catch((error) => {
      if (error instanceof AppError) say(`${name}: «${error.message}»`)
      else fault(error)
    })
  }

  async function prepareDisk(): Promise<void> {
    await last?.untilQuiet()
    if (left === 'an older one' && image) await writeImage(engine, image)
    else if (left !== 'as it was') await emptyCopy(engine)
    say(`${name}: opens; of its copy is left: ${left}`)
    left = 'as it was'
  }

  async function mutate(change: string, args: unknown, onKept = () => {}): Promise<void> {
    if (!current) return
    const id = newId()
    asked.add(id)
    say(`${name}: ${id} ${change} ${JSON.stringify(args)}`)
    await current.client.mutate(change, args, id)
    ledger.acknowledge(id)
    onKept()
  }

  return {
    name,
    personId,
    engine,
    ledger,
    outbox: open,
    get isOn() {
      return current !== null
    },
    client: () => current?.client ?? null,
    states: () => (current ? [current.client.status()] : []),
    async open() {
      await prepareDisk()
      current = openLife()
      current.client.start()
    },
    kill: (asked) => current?.life.endAfter(asked),
    spare: () => current?.life.endAfter(Number.POSITIVE_INFINITY),
    async flush() {
      image = await readImage(engine)
    },
    leave(what) {
      left = what
    },
    write() {
      const life = current
      if (!life) return
      own.written += 1
      const value = own.written
      const args = { id: own.id, changes: { suggestedAmount: value } }
      act(() =>
        mutate('update-collection', args, () => {
          own.acknowledged = value
          life.acknowledged = value
        }),
      )
    },
    mutate(change, args) {
      const { id, collectionId } = args as { id?: string; collectionId?: string }
      // Others may not write a register.
      if (ids.some((register) => register === id || register === collectionId)) return
      act(() => mutate(change, args))
    },
    retry: (id) =>
      act(async () => {
        say(`${name}: retries ${id}`)
        const made = await ledger.newDuring(async () => current?.client.retry(id))
        for (const one of made) if (!asked.has(one)) ledger.acknowledge(one)
        ledger.decide(id)
      }),
    discard(id) {
      say(`${name}: discards ${id}`)
      ledger.dismiss(id)
      act(async () => current?.client.discard(id))
    },
    close: () => current?.life.end(),
  }
}

const READ = `
  select id, (suggested_amount * 100)::integer as value from collections where id = any($1::uuid[])`

interface Life {
  readonly ended: boolean
  end(): void
  /** Ends it after that many more requests to the disk, and says so. */
  endAfter(asked: number): void
  /** Resolves when the disk has done what it was asked for. */
  untilQuiet(): Promise<void>
  /** Never resolves after this life has ended. */
  ask<T>(work: () => Promise<T>): Promise<T>
  engine(engine: CopyEngine): CopyEngine
  outbox(outbox: Outbox): Outbox
  /** Its connections end with it. */
  fetch(fetch: Tools['fetch'], path: string, init: RequestInit): Promise<Response>
}

function createLife(onEnd: () => void): Life {
  const ending = new AbortController()
  const { signal } = ending
  const underWay = new Set<Promise<unknown>>()
  let left = Number.POSITIVE_INFINITY

  function burn(): void {
    left -= 1
    if (left > 0 || signal.aborted) return
    ending.abort()
    onEnd()
  }

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    if (signal.aborted) return forever()
    try {
      return await work()
    } finally {
      if (signal.aborted) await forever()
    }
  }

  function askDisk<T>(work: () => Promise<T>): Promise<T> {
    burn()
    return ask(async () => {
      const working = work()
      underWay.add(working)
      try {
        return await working
      } finally {
        underWay.delete(working)
        burn()
      }
    })
  }

  async function askInside<T>(work: () => Promise<T>): Promise<T> {
    burn()
    if (signal.aborted) throw new Error('The client has ended') // rolls the transaction back
    return work()
  }

  return {
    get ended() {
      return signal.aborted
    },
    async untilQuiet() {
      await Promise.allSettled(underWay)
    },
    end: () => ending.abort(),
    endAfter(asked) {
      left = asked
      if (asked === 0) burn()
    },
    ask,
    engine: (engine) => ({
      transaction: (work) =>
        askDisk(() =>
          engine.transaction((tx) =>
            work({
              query: (text, params, options) => askInside(() => tx.query(text, params, options)),
              exec: (text) => askInside(() => tx.exec(text)),
            }),
          ),
        ),
    }),
    outbox: (outbox) => ({
      ...outbox,
      all: () => askDisk(() => outbox.all()),
      put: (entry) => askDisk(() => outbox.put(entry)),
      delete: (ids) => askDisk(() => outbox.delete(ids)),
    }),
    fetch: (fetch, path, init) =>
      ask(() =>
        fetch(path, {
          ...init,
          signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
        }),
      ),
  }
}

const forever = () => new Promise<never>(() => {})
