import { AsyncLocalStorage } from 'node:async_hooks'
import { isId } from '../../shared/id.ts'
import type { SqlValue, Transaction } from '../../shared/sql.ts'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { type Engine, type EngineSession, quoted } from './engine.ts'
import { limitByKey } from './limit-by-key.ts'

const ONE_PERSONS_SHARE = 0.3 // of the connections (A5)

/**
 * Creates the `Database` on an engine. A failed statement fails its transaction, even when `work` catches the error;
 * the handle throws once the transaction has ended. `work` must not use the database itself: it would wait for itself
 * for ever, or run outside the transaction. One person's transactions take turns, so that others wait for one of them
 * at most. `transaction` and `asMember` run `work` again after a deadlock. `close` waits for transactions under way.
 */
export function createDatabase(engine: Engine): Database {
  const current = new AsyncLocalStorage<{ open: boolean }>()
  const underWay = new Set<Promise<unknown>>()
  const inPersonsTurn = limitByKey(Math.max(1, engine.connections * ONE_PERSONS_SHARE))
  let closed: Promise<void> | undefined

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new Error('The database is closed')
    if (current.getStore()?.open) {
      throw new Error("Inside a transaction, use the transaction's own query")
    }
    const promise = work()
    underWay.add(promise)
    try {
      return await promise
    } finally {
      underWay.delete(promise)
    }
  }

  const beginNow = <T>(work: (session: EngineSession) => Promise<T>) =>
    engine.begin((session) => {
      const scope = { open: true }
      return current
        .run(scope, () => work(session))
        .finally(() => {
          scope.open = false
        })
    })

  const begin = <T>(work: (session: EngineSession) => Promise<T>) => run(() => beginNow(work))

  const beginAs = <T>(personId: string, work: (session: EngineSession) => Promise<T>) =>
    run(() => inPersonsTurn(personId, () => againAfterDeadlock(() => beginNow(work))))

  return {
    engine: engine.kind,
    connections: engine.connections,

    query: <Row extends object>(text: string, params?: readonly SqlValue[]) =>
      run(() => engine.query<Row>(text, params)),

    transaction: (work) =>
      run(() => againAfterDeadlock(() => beginNow((session) => inTransaction(session, work)))),

    asMember: (personId, work) =>
      beginAs(personId, async (session) => {
        await session.execute(becomeMember(engine, personId))
        return inTransaction(session, work)
      }),

    inSnapshotAsMember: (personId, work) =>
      beginAs(personId, async (session) => {
        await session.execute(`${becomeMember(engine, personId)}; ${ONE_SNAPSHOT}`)
        return inTransaction(session, work)
      }),

    copyIn: (table, columns, csv) =>
      begin(async (session) => {
        await session.copyIn(`${quoted(table)} (${columns.map(quoted).join(', ')})`, csv)
        await session.execute(`analyze ${quoted(table)}`)
      }),

    copyOut: (personId, query, format = ',') =>
      beginAs(personId, async (session) => {
        await session.execute(becomeMember(engine, personId))
        return session.copyOut(query, format)
      }),

    inBulk: (work) =>
      begin(async (session) => {
        await session.execute(
          'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
        )
        return work(session)
      }),

    close() {
      closed ??= Promise.allSettled(underWay).then(() => engine.close())
      return closed
    },
  }
}

const MOST_TRIES = 3
const DEADLOCK = '40P01'

/** PostgreSQL undoes one of the transactions that wait for each other. Its next try waits for the others to end. */
async function againAfterDeadlock<T>(begin: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await begin()
    } catch (error) {
      const isDeadlock = error instanceof DatabaseError && error.code === DEADLOCK
      if (!isDeadlock || tries === MOST_TRIES) throw error
    }
  }
}

async function inTransaction<T>(
  session: EngineSession,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let ended = false
  let failure: { error: unknown } | undefined
  const tx: Transaction = {
    kind: 'transaction',
    async query<Row extends object>(text: string, params?: readonly SqlValue[]) {
      if (ended) throw new Error('The transaction has ended')
      try {
        return await session.query<Row>(text, params)
      } catch (error) {
        failure ??= { error }
        throw error
      }
    },
  }
  try {
    const result = await work(tx)
    if (failure) throw failure.error
    return result
  } finally {
    ended = true
  }
}

/** SET LOCAL lasts until the transaction ends and takes no snapshot, so the isolation can still be set. */
function becomeMember({ kind }: Engine, personId: string): string {
  if (!isId(personId)) throw new TypeError('A person id is a uuid')
  const become = `set local app.person = '${personId}'; set local role member`
  return kind === 'embedded' ? `${become}; ${PLAN_EACH_TIME}` : become
}

/** A generic plan finds a rare name half as fast. On PostgreSQL, planning each time costs more than it saves. */
const PLAN_EACH_TIME = 'set local plan_cache_mode = force_custom_plan'

const ONE_SNAPSHOT = 'set transaction isolation level repeatable read, read only'
