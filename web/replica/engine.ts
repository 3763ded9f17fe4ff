/*
 * The Postgres of one person's replica: PGlite in a worker. Its files are in memory, and a flush writes them to
 * IndexedDB. Unflushed changes are lost with the tab, and the server sends them again.
 */

import { IdbFs, PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { openDB } from 'idb'
import { systemClock, withTimeout } from '../../shared/async.ts'
import { correctPglite } from '../../shared/correct-pglite.ts'
import { newId } from '../../shared/id.ts'
import { url as folderUrl, version } from './empty-folder.ts'
import { type OwnedEngine, SMALL_ENGINE } from './replica-engine.ts'
import {
  deleteFolder,
  deleteReplicas,
  foldersNamed,
  mountOf,
  prefixFor,
} from './stored-replicas.ts'

const WASM_URL = new URL(
  '../../node_modules/@electric-sql/pglite/dist/pglite.wasm',
  import.meta.url,
)

/** An engine that runs out of memory may hang. A slow phone needs some seconds. */
const OPENING_LIMIT = 30_000 // ms
const CLOSING_LIMIT = 5_000 // ms

export interface OpenedEngine<Pglite = OwnedEngine> {
  pglite: Pglite
  /** Resolves when all changes so far are on the disk. Flushes run one at a time. */
  flush(): Promise<void>
  /** Ends the engine and deletes its files. */
  drop(): Promise<void>
}

type NamedEngine = OpenedEngine<PGlite> & { name: string }

/**
 * Opens this person's replica, or a new empty one when none opens (S10). Rejects when this device cannot run
 * the engine.
 */
export async function openEngine(personId: string): Promise<OpenedEngine<PGlite>> {
  // PGlite never rejects when it cannot fetch or compile its module.
  const wasm = await WebAssembly.compileStreaming(fetch(WASM_URL))
  const name = prefixFor(personId) + version
  const engine = (await openKept(name, wasm)) ?? (await openNew(name, wasm))
  // A replica that is still open somewhere is deleted later. Nothing waits for that.
  deleteReplicas(personId, engine.name).catch(() => {})
  return engine
}

/** Tries the newest name first, because an older replica may still be locked. Some browsers list no names. */
async function openKept(name: string, wasm: WebAssembly.Module): Promise<NamedEngine | null> {
  const names = new Set([name, ...(await foldersNamed(name).catch(() => []))])
  for (const kept of [...names].sort().reverse()) {
    const engine = (await hasFolder(kept)) ? await open(kept, wasm).catch(() => null) : null
    if (engine) return engine
  }
  return null
}

/** A terminated worker may lock its folder for a while. The new one then gets another name. */
async function openNew(name: string, wasm: WebAssembly.Module): Promise<NamedEngine> {
  const free = await deleteFolder(name).then(
    () => name,
    () => `${name}-${newId()}`,
  )
  return open(free, wasm, await fetchFolder())
}

async function open(
  name: string,
  pgliteWasmModule: WebAssembly.Module,
  loadDataDir?: Blob,
): Promise<NamedEngine> {
  const fs = new WriteBackIdbFs(name)
  const opening = PGlite.create({
    fs,
    startParams: SMALL_ENGINE,
    extensions: { pg_trgm },
    pgliteWasmModule,
    initdbWasmModule: NOTHING,
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
  })
  try {
    const pglite = correctPglite(await withTimeout(opening, OPENING_LIMIT))
    await pglite.query(READ_ALL)
    return engineOn(name, fs, pglite)
  } catch (error) {
    await fs.closeFs().catch(() => {})
    throw error
  }
}

// A folder that lacks a table, or cannot read one, is useless.
const READ_ALL = `select (select count(*) from replica_state), (select count(*) from collections),
                         (select count(*) from contributions)`

// initdb never runs here. Without this module PGlite would still download it.
const NOTHING = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))

function engineOn(name: string, fs: WriteBackIdbFs, pglite: PGlite): NamedEngine {
  let flushed = Promise.resolve()
  return {
    name,
    pglite,
    flush() {
      // Exclusively, because a statement in between would leave half of a change on the disk.
      flushed = flushed.catch(() => {}).then(() => pglite.runExclusive(() => fs.flush()))
      return flushed
    },
    async drop() {
      await flushed.catch(() => {})
      // A damaged engine may not end by itself. Its files are deleted anyway.
      await withTimeout(pglite.close(), CLOSING_LIMIT).catch(() => fs.closeFs().catch(() => {}))
      await deleteFolder(name)
    },
  }
}

async function fetchFolder(): Promise<Blob> {
  const response = await fetch(folderUrl)
  if (!response.ok) throw new Error(`${folderUrl} returned ${response.status}`)
  return response.blob()
}

const STORE = 'FILE_DATA'

/** A database that is being deleted does not open until that ends. A slow phone needs some seconds too. */
const FOLDER_OPENING_LIMIT = 10_000 // ms

/**
 * A write-back cache in front of IndexedDB: only `flush` writes. By itself the engine writes after every
 * statement, reads included, and does not wait for it.
 */
class WriteBackIdbFs extends IdbFs {
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
async function hasFolder(name: string): Promise<boolean> {
  const opening = openDB(mountOf(name))
  const database = await Promise.race([
    opening,
    systemClock.sleep(FOLDER_OPENING_LIMIT).then(() => null),
  ])
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
