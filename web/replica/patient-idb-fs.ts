import { IdbFs } from '@electric-sql/pglite'
import { systemClock } from '../../shared/async.ts'
import { done, mountOf } from './copy-folders.ts'

const STORE = 'FILE_DATA'

/** Opening a database waits while it is being deleted. A slow phone needs some seconds, too. */
const OPENING_LIMIT = 10_000 // ms

/**
 * IndexedDB behind the engine, written when we say so. The engine itself would have it written after
 * every statement, reads included, and not wait for that.
 */
export class PatientIdbFs extends IdbFs {
  readonly #name: string

  constructor(name: string) {
    super(name)
    this.#name = name
  }

  override async syncToFs(): Promise<void> {}

  /** Writes all changed files in one transaction of IndexedDB. Not while a statement runs. */
  flush(): Promise<void> {
    return super.syncToFs()
  }

  /** Lets go of IndexedDB; the library looks for the connection under another name and leaves it. */
  override async closeFs(): Promise<void> {
    this.pg?.Module.FS.filesystems.IDBFS.dbs[mountOf(this.#name)]?.close()
    await super.closeFs()
  }
}

/**
 * Returns whether a database folder was ever flushed under this name; false as well while it is being
 * deleted and something has it open.
 */
export async function hasFolder(name: string): Promise<boolean> {
  const opening = done(indexedDB.open(mountOf(name)))
  const database = await Promise.race([opening, systemClock.sleep(OPENING_LIMIT).then(() => null)])
  if (!database) {
    opening.then((database) => database.close()).catch(() => {}) // or it would hold up others later
    return false
  }
  try {
    if (!database.objectStoreNames.contains(STORE)) return false
    const files = database.transaction(STORE).objectStore(STORE)
    return (await done(files.count(`${mountOf(name)}/PG_VERSION`))) > 0
  } finally {
    database.close()
  }
}
