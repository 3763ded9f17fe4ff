import type { Database } from '../../server/data/database.ts'
import type { World } from './world.ts'

/** The same database; while it works, nothing else happens in the world. Closing it is for others. */
export function busyDatabase(world: World, database: Database): Database {
  return {
    engine: database.engine,
    connections: database.connections,
    query: (text, params) => world.busy(() => database.query(text, params)),
    transaction: (work) => world.busy(() => database.transaction(work)),
    asMember: (personId, work) => world.busy(() => database.asMember(personId, work)),
    inSnapshotAsMember: (personId, work) =>
      world.busy(() => database.inSnapshotAsMember(personId, work)),
    copyIn: (table, columns, csv) => world.busy(() => database.copyIn(table, columns, csv)),
    copyOut: (personId, query) => world.busy(() => database.copyOut(personId, query)),
    inBulk: (work) => world.busy(() => database.inBulk(work)),
    close: async () => {},
  }
}
