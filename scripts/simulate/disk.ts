/* The disk of a simulated browser: IndexedDB for the outbox, and the replica as of its last flush. */
import type { PGlite } from '@electric-sql/pglite'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { CURSOR_SEPARATOR, SYNCED_TABLE_NAMES } from '../../shared/sync.ts'
import type { OpenedEngine } from '../../web/replica/engine.ts'
import type { EngineTransaction, OwnedEngine } from '../../web/replica/replica-engine.ts'
import { LOCAL_TABLES } from '../../web/replica/replica-indexes.ts'
import type { SimulatedProcess } from './process.ts'
import type { Scheduler } from './scheduler.ts'

/** web/outbox/durable-queue.ts retries once a second. */
const LONGEST_RETRY_MS = 5_000

/** The replica that the next process finds (S10). */
export type ReplicaLeft = 'as it was' | 'as flushed' | 'nothing' | 'another version'

/** An error that the simulation injects. Damaged files have a code of PostgreSQL; a passing error has none. */
export class EngineFault extends Error {
  readonly code?: string

  constructor(message: string, code?: string) {
    super(message)
    if (code !== undefined) this.code = code
  }
}

export type Disk = ReturnType<typeof createDisk>

/** Simulates a device's storage. `pglite` holds the replica; each opening brings it to the state in `left`. */
export function createDisk(scheduler: Scheduler, pglite: PGlite) {
  let databases = new IDBFactory()
  const connections = new Set<IDBDatabase>()
  let image: ReplicaImage | null = null
  let isFull = false
  /** Time of the last wipe or of the last change of `isFull`. */
  let refusedAt = Number.NEGATIVE_INFINITY
  let statementsLeft = Number.POSITIVE_INFINITY
  let faultCode: string | undefined

  function open(name: string): IDBOpenDBRequest {
    const request = databases.open(name)
    void scheduler.busy(() => firstOf(request, 'success', 'error'))
    request.addEventListener('success', () => watch(request.result))
    return request
  }

  function watch(connection: IDBDatabase): void {
    connections.add(connection)
    const begin = connection.transaction.bind(connection)
    connection.transaction = (stores, mode, options) => {
      if (isFull && mode === 'readwrite') throw new DOMException('full', 'QuotaExceededError')
      const transaction = begin(stores, mode, options)
      void scheduler.busy(() => firstOf(transaction, 'complete', 'abort'))
      return transaction
    }
  }

  async function load(): Promise<void> {
    const { left } = disk
    disk.left = 'as flushed'
    if (left === 'as it was') return
    if (left === 'another version') return changeProtocol(pglite)
    if (left === 'as flushed' && image) await writeImage(pglite, image)
    else await emptyReplica(pglite)
  }

  const disk = {
    databases: {
      open,
      deleteDatabase(name: string) {
        const request = databases.deleteDatabase(name)
        void scheduler.busy(() => firstOf(request, 'success', 'error'))
        return request
      },
    } as IDBFactory,
    /** While true, writes fail. */
    get isFull() {
      return isFull
    },
    set isFull(next) {
      isFull = next
      refusedAt = scheduler.now().getTime()
    },
    left: 'nothing' as ReplicaLeft,
    /** Deletes everything, also under a running program. */
    wipe() {
      refusedAt = scheduler.now().getTime()
      databases = new IDBFactory()
      image = null
      for (const connection of connections) {
        connection.close()
        connection.onclose?.(new Event('close'))
      }
      connections.clear()
    },
    /** Returns true once a running program has had the time and the space to write wiped changes again. */
    isWritableAgain: () => !isFull && scheduler.now().getTime() - refusedAt > LONGEST_RETRY_MS,
    async openEngine(process: SimulatedProcess): Promise<OpenedEngine> {
      await scheduler.busy(load)
      const engine = process.engine(withoutMaintenance(pglite))
      return {
        // Skipped here, a statement without an effect is no operation at which the process may end.
        pglite: { ...engine, exec: async (text) => (hasEffect(text) ? engine.exec(text) : []) },
        async flush() {
          if (isFull) throw new EngineFault('The disk is full')
          const read = await scheduler.busy(() => readImage(pglite))
          if (!process.ended) image = read
        },
        drop: () =>
          scheduler.busy(async () => {
            image = null
            await emptyReplica(pglite)
          }),
      }
    },
    /** Lets a statement fail after so many others: once, or like damaged files. Infinity lets none fail. */
    failAfter(statements: number, kind: 'once' | 'damaged') {
      statementsLeft = statements
      faultCode = kind === 'damaged' ? 'XX001' : undefined
    },
    /** Throws if the next statement is to fail. */
    beforeStatement() {
      statementsLeft -= 1
      if (statementsLeft > 0) return
      statementsLeft = Number.POSITIVE_INFINITY
      throw new EngineFault('The engine fails', faultCode)
    },
  }
  return disk
}

/** Skips work on indexes, statistics and files: no run sees it, and it would take half of the time. */
function withoutMaintenance(engine: OwnedEngine): OwnedEngine {
  const quickly = (tx: EngineTransaction): EngineTransaction => ({
    query: (text, params, options) => tx.query(quick(text), params, options),
    async exec(text) {
      const statements = text.split(';').filter(hasEffect).map(quick)
      return statements.length > 0 ? tx.exec(statements.join(';')) : []
    },
  })
  return {
    ...quickly(engine),
    transaction: (work) => engine.transaction((tx) => work(quickly(tx))),
  }
}

const NO_EFFECT =
  /^\s*($|vacuum|analyze|drop index|create (index|extension)|alter table \w+ (add primary key|drop constraint))/

function hasEffect(statement: string): boolean {
  return !NO_EFFECT.test(statement)
}

function quick(statement: string): string {
  return statement
    .replace(/^\s*truncate (.*)/, (_, tables) => tables.replaceAll(/(\w+),?/g, 'delete from $1;'))
    .replace(', freeze)', ')') // needs a truncate
    .replace('pg_database_size(current_database())', '0')
}

function firstOf(target: EventTarget, ...events: string[]): Promise<void> {
  return new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, () => resolve())
  })
}

/** The server cannot continue from a cursor of another protocol (S10). */
async function changeProtocol(engine: PGlite): Promise<void> {
  const { rows } = await engine.query<{ cursor: string | null }>('select cursor from replica_state')
  const cursor = rows[0]?.cursor
  if (!cursor) return
  const [position = ''] = cursor.split(CURSOR_SEPARATOR)
  const parts = JSON.parse(Buffer.from(position, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...parts, protocol: 0 })).toString('base64url')
  await engine.query('update replica_state set cursor = $1', [other])
}

/** All rows of a replica, as JSON for each table. */
export type ReplicaImage = { table: string; rows: string }[]

export const FILLED_TABLES = [...SYNCED_TABLE_NAMES, ...LOCAL_TABLES]

const READ = [...FILLED_TABLES, 'replica_state']
  .map(
    (table) =>
      `select '${table}' as "table", coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as "rows" from ${table} t`,
  )
  .join(' union all ')

// A truncate makes new files, which takes ten times as long.
const EMPTY = `
  set local session_replication_role = replica;
  ${FILLED_TABLES.map((table) => `delete from ${table}`).join(';')}`

export async function readImage(engine: PGlite): Promise<ReplicaImage> {
  return (await engine.query<ReplicaImage[number]>(READ)).rows
}

export async function writeImage(engine: PGlite, image: ReplicaImage): Promise<void> {
  await engine.transaction(async (tx) => {
    await tx.exec(`${EMPTY}; delete from replica_state`)
    for (const { table, rows } of image) {
      if (rows === '[]') continue
      await tx.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [rows],
      )
    }
  })
}

/** Leaves the replica as if it had never been filled. */
export async function emptyReplica(engine: PGlite): Promise<void> {
  await engine.exec(`begin; ${EMPTY}; update replica_state set cursor = null; commit`)
}
