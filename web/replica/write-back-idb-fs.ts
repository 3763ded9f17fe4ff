import { IdbFs } from '@electric-sql/pglite'
import { openDB } from 'idb'
import { systemClock } from '../../shared/async.ts'
import { mountOf } from './stored-replicas.ts'

const STORE = 'FILE_DATA'

/** A database that is being deleted does not open until that ends. A slow phone needs some seconds too. */
const OPENING_LIMIT = 10_000 // ms

/**
 * A write-back cache in front of IndexedDB: only `flush` writes. By itself the engine writes after every
 * statement, reads included, and does not wait for it.
 */
export class WriteBackIdbFs extends IdbFs {
  readonly #name: string

  constructor(name: string) {
    super(name)
    this.#name = name
  }

  override async syncToFs(): Promise<void> {}

  /** Writes all changed files in one transaction of IndexedDB. No statement may run meanwhile. */
  flush(): Promise<void> {
    return super.syncToFs()
  }

  /** Closes the connection to IndexedDB. PGlite looks for it under another name and leaves it open. */
  override async closeFs(): Promise<void> {
    this.pg?.Module.FS.filesystems.IDBFS.dbs[mountOf(this.#name)]?.close()
    await super.closeFs()
  }
}

/**
 * Returns whether a database folder was ever flushed under this name. Returns false too while it is being
 * deleted and something has it open.
 */
export async function hasFolder(name: string): Promise<boolean> {
  const opening = openDB(mountOf(name))
  const database = await Promise.race([opening, systemClock.sleep(OPENING_LIMIT).then(() => null)])
  if (!database) {
    opening.then((database) => database.close()).catch(() => {}) // or it would block others later
    return false
  }
  try {
    if (!database.objectStoreNames.contains(STORE)) return false
    return (await database.count(STORE, `${mountOf(name)}/PG_VERSION`)) > 0
  } finally {
    database.close()
  }
}
