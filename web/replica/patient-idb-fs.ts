import { IdbFs } from '@electric-sql/pglite'
import { systemClock } from './clock.ts'
import { withinTime } from './within-time.ts'

/** Where IdbFs keeps its files: the name of the IndexedDB database, and the path of the first file. */
const mountOf = (name: string) => `/pglite/${name}`
const STORE = 'FILE_DATA'

/** Opening a database waits while it is being deleted. A slow phone needs some seconds, too. */
const OPENING_LIMIT = 10_000 // ms
const DELETING_LIMIT = 5_000 // ms

/**
 * IndexedDB behind the engine, written when we say so. The engine itself would have it written after
 * every statement, reads included, and not wait for that (FACTS).
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

/**
 * Deletes the folder. Where something still has it open it goes when that ends; this rejects then,
 * after a while.
 */
export async function deleteFolder(name: string): Promise<void> {
  await withinTime(done(indexedDB.deleteDatabase(mountOf(name))), DELETING_LIMIT)
}

/** Names of all folders that begin so; none where the browser does not tell. */
export async function foldersNamed(prefix: string): Promise<string[]> {
  const databases = (await indexedDB.databases?.()) ?? []
  return databases
    .map(({ name = '' }) => name)
    .filter((name) => name.startsWith(mountOf(prefix)))
    .map((name) => name.slice(mountOf('').length))
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
