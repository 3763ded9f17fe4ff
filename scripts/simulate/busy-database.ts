import type { Database } from '../../server/data/database.ts'
import type { Mutex } from '../../shared/async.ts'
import type { SqlValue } from '../../shared/sql.ts'
import type { World } from './world.ts'

/**
 * The same database; while it works, nothing else happens in the world, and then `rest` may let something
 * happen. It does one thing after another, as several connections would not: runs would differ. Closing it is
 * for others.
 *
 * Requests wait for each other where they look up a session or read what changed: a rest there would never end,
 * because no time passes while a request waits.
 */
export function busyDatabase(
  world: World,
  database: Database,
  mutex: Mutex,
  rest: () => Promise<void> = async () => {},
): Database {
  const restless = <T>(work: () => Promise<T>) => world.busy(() => mutex.run(work))

  async function busy<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await restless(work)
    } finally {
      await rest()
    }
  }
  return {
    engine: database.engine,
    connections: database.connections,
    query(text, params) {
      const run = text.includes('sessions') ? restless : busy
      return run(() => database.query(text, params))
    },
    transaction: (work) => busy(() => database.transaction(work)),
    asMember: (personId, work) => busy(() => database.asMember(personId, work)),
    inSnapshotAsMember: (personId, work) =>
      restless(() => database.inSnapshotAsMember(personId, work)),
    copyIn: (table, columns, csv) => busy(() => database.copyIn(table, columns, csv)),
    copyOut: (personId, query) => busy(() => database.copyOut(personId, query)),
    inBulk: (work) => busy(() => database.inBulk(work)),
    close: async () => {},
  }
}

/**
 * The same database, without two reads that repeat while nobody writes, and are most of a run's statements: the servers
 * read the feed again and again, and streams their session. No session expires in the time of a run.
 */
export function withoutIdleReads(database: Database): Database {
  /** The snapshots in which the feed was read since the last write, and the sessions that were found open. */
  const known = new Set<unknown>()

  async function writing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      known.clear()
    }
  }
  return {
    ...database,
    async query<Row extends object>(text: string, params: readonly SqlValue[] = []) {
      const query = () => database.query<Row & { snapshot?: string }>(text, params)
      const [subject] = params
      const readsFeed = text.includes('news.people')
      if (!readsFeed && !text.includes('select from sessions')) return writing(query)
      if (known.has(subject)) return [{ snapshot: subject, people: null, lag: null }] as Row[]
      const rows = await query()
      if (rows[0]) known.add(readsFeed ? rows[0].snapshot : subject)
      return rows
    },
    transaction: (work) => writing(() => database.transaction(work)),
    asMember: (personId, work) => writing(() => database.asMember(personId, work)),
    copyIn: (table, columns, csv) => writing(() => database.copyIn(table, columns, csv)),
    inBulk: (work) => writing(() => database.inBulk(work)),
  }
}
