import type { Database } from '../data/database.ts'

type Kind = 'query' | 'transaction' | 'member' | 'copy'

/** Calls `began` as each piece of work begins, and the function it returns at its end. */
export function measuredDatabase(database: Database, began: (kind: Kind) => () => void): Database {
  const timed = async <T>(kind: Kind, work: () => Promise<T>): Promise<T> => {
    const ended = began(kind)
    try {
      return await work()
    } finally {
      ended()
    }
  }
  return {
    engine: database.engine,
    connections: database.connections,
    query: (text, params) => timed('query', () => database.query(text, params)),
    transaction: (work) => timed('transaction', () => database.transaction(work)),
    asMember: (personId, work) => timed('member', () => database.asMember(personId, work)),
    inSnapshotAsMember: (personId, work) =>
      timed('member', () => database.inSnapshotAsMember(personId, work)),
    copyIn: (table, columns, csv) => timed('copy', () => database.copyIn(table, columns, csv)),
    copyOut: (personId, query, separator) =>
      timed('copy', () => database.copyOut(personId, query, separator)),
    inBulk: (work) => timed('copy', () => database.inBulk(work)),
    close: () => database.close(),
  }
}
