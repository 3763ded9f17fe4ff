/* The disk of a simulated browser: the outbox's IndexedDB, and the replica as it was flushed last. */
import type { PGlite } from '@electric-sql/pglite'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import type { EngineTransaction, OwnedEngine } from '../../web/replica/copy-engine.ts'
import type { Engine } from '../../web/replica/engine.ts'
import { type CopyImage, emptyCopy, readImage, writeImage } from './copy-image.ts'
import { EngineFault } from './engine-faults.ts'
import type { Life } from './life.ts'
import type { World } from './world.ts'

/** web/outbox/durable-queue.ts tries once a second. */
const LONGEST_PUT_BACK_MS = 5_000

/** The state of a replica after its worker ended (S10). */
export type CopyLeft = 'as it was' | 'as flushed' | 'nothing' | 'another version'

export interface Disk {
  databases: IDBFactory
  /** Whether IndexedDB refuses to write. */
  isFull: boolean
  /** The browser deletes everything, also under a program that runs. */
  wipe(): void
  /** Whether a program that runs has had the time and the room to write again what was wiped. */
  isWritableAgain(): boolean
  /** Opens the replica with what was left of it. */
  openEngine(life: Life): Promise<Engine>
  /** The state that the next opening finds. */
  left: CopyLeft
}

export function createDisk(world: World, memory: PGlite): Disk {
  let databases = new IDBFactory()
  const connections = new Set<IDBDatabase>()
  let image: CopyImage | null = null
  let isFull = false
  /** When it was last wiped, or had no room. */
  let refusedAt = Number.NEGATIVE_INFINITY

  function open(name: string): IDBOpenDBRequest {
    const request = databases.open(name)
    void world.busy(() => ended(request, 'success', 'error'))
    request.addEventListener('success', () => watch(request.result))
    return request
  }

  function watch(connection: IDBDatabase): void {
    connections.add(connection)
    const begin = connection.transaction.bind(connection)
    connection.transaction = (stores, mode, options) => {
      if (isFull && mode === 'readwrite') throw new DOMException('full', 'QuotaExceededError')
      const transaction = begin(stores, mode, options)
      void world.busy(() => ended(transaction, 'complete', 'abort'))
      return transaction
    }
  }

  async function load(): Promise<void> {
    const { left } = disk
    disk.left = 'as flushed'
    if (left === 'as it was') return
    if (left === 'another version') return speakOtherwise(memory)
    if (left === 'as flushed' && image) await writeImage(memory, image)
    else await emptyCopy(memory)
  }

  async function drop(): Promise<void> {
    image = null
    await emptyCopy(memory)
  }

  const disk: Disk = {
    databases: {
      open,
      deleteDatabase(name: string) {
        const request = databases.deleteDatabase(name)
        void world.busy(() => ended(request, 'success', 'error'))
        return request
      },
    } as IDBFactory,
    get isFull() {
      return isFull
    },
    set isFull(next) {
      isFull = next
      refusedAt = world.now().getTime()
    },
    left: 'nothing',
    isWritableAgain: () => !isFull && world.now().getTime() - refusedAt > LONGEST_PUT_BACK_MS,
    wipe() {
      refusedAt = world.now().getTime()
      databases = new IDBFactory()
      image = null
      for (const connection of connections) {
        connection.close()
        connection.onclose?.(new Event('close'))
      }
      connections.clear()
    },
    async openEngine(life) {
      await world.busy(load)
      const engine = life.engine(withoutMaintenance(memory))
      return {
        // Here, so that a life does not end while it does nothing.
        pglite: { ...engine, exec: async (text) => (hasEffect(text) ? engine.exec(text) : []) },
        async flush() {
          if (isFull) throw new EngineFault('The disk is full')
          const read = await world.busy(() => readImage(memory))
          if (!life.ended) image = read
        },
        drop: () => world.busy(drop),
      }
    },
  }
  return disk
}

/** Leaves out what changes nothing that a run sees, and would take half of its time. */
function withoutMaintenance(engine: OwnedEngine): OwnedEngine {
  return {
    ...within(engine),
    transaction: (work) => engine.transaction((tx) => work(within(tx))),
  }
}

function within(tx: EngineTransaction): EngineTransaction {
  return {
    query: (text, params, options) => tx.query(quick(text), params, options),
    exec: async (text) => {
      const statements = text.split(';').filter(hasEffect).map(quick)
      return statements.length > 0 ? tx.exec(statements.join(';')) : []
    },
  }
}

function hasEffect(statement: string): boolean {
  return !/^\s*($|vacuum|analyze|drop index|create (index|extension)|alter table \w+ (add primary key|drop constraint))/.test(
    statement,
  )
}

function quick(statement: string): string {
  return statement
    .replace(/^\s*truncate (.*)/, (_, tables) => tables.replaceAll(/(\w+),?/g, 'delete from $1;'))
    .replace(', freeze)', ')') // needs a truncate
    .replace('pg_database_size(current_database())', '0')
}

function ended(target: EventTarget, ...events: string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, () => resolve())
  })
}

/** Its cursor becomes one of another protocol: the server cannot continue from it (S10). */
async function speakOtherwise(engine: PGlite): Promise<void> {
  const { rows } = await engine.query<{ cursor: string | null }>('select cursor from replica_state')
  const cursor = rows[0]?.cursor
  if (!cursor) return
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...parts, protocol: 0 })).toString('base64url')
  await engine.query('update replica_state set cursor = $1', [other])
}
