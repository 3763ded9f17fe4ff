/*
 * The Postgres of one person's copy: PGlite in a worker, its files in memory and, whenever we flush
 * them, in IndexedDB. What was not flushed is lost with the tab, and comes again from the server.
 */

import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { url as folderUrl, version } from './empty-folder.ts'
import { deleteFolder, foldersNamed, hasFolder, PatientIdbFs } from './patient-idb-fs.ts'
import { SMALL_ENGINE } from './small-engine.ts'
import { withinTime } from './within-time.ts'

/** An engine that cannot compile never says so (FACTS); a slow phone needs some seconds. */
const OPENING_LIMIT = 30_000 // ms

export interface Engine {
  pglite: PGlite
  /** Keeps everything up to now; resolves when it is on the disk. One after another. */
  flush(): Promise<void>
  /** Deletes it for good; the engine ends. */
  drop(): Promise<void>
}

/**
 * Opens this person's copy, or a new and empty one where there is none, or none that opens (S10).
 * Rejects when this device cannot run the engine.
 */
export async function openEngine(personId: string): Promise<Engine> {
  const prefix = `entre-todos-${personId}-`
  const name = prefix + version
  await dropOthers(prefix, name)
  if (await hasFolder(name)) {
    try {
      return await open(name)
    } catch {
      await deleteFolder(name)
    }
  }
  const engine = await open(name, await fetchFolder())
  await engine.flush()
  return engine
}

/** Deletes every copy of this person that no engine has open (S10). */
export async function deleteCopies(personId: string): Promise<void> {
  await dropOthers(`entre-todos-${personId}-`, '')
}

async function open(name: string, loadDataDir?: Blob): Promise<Engine> {
  const fs = new PatientIdbFs(name)
  const opening = PGlite.create({
    fs,
    startParams: SMALL_ENGINE,
    extensions: { pg_trgm },
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
  })
  try {
    const pglite = await withinTime(opening, OPENING_LIMIT)
    // A folder that opens but has no tables is as good as none.
    await pglite.query('select from replica_state')
    return engineOn(name, fs, pglite)
  } catch (error) {
    await fs.closeFs().catch(() => {})
    throw error
  }
}

function engineOn(name: string, fs: PatientIdbFs, pglite: PGlite): Engine {
  let flushed = Promise.resolve()
  return {
    pglite,
    flush() {
      // No statement may run in between: half of a change would be kept.
      flushed = flushed.catch(() => {}).then(() => pglite.runExclusive(() => fs.flush()))
      return flushed
    },
    async drop() {
      await flushed.catch(() => {})
      await pglite.close()
      await deleteFolder(name)
    },
  }
}

async function fetchFolder(): Promise<Blob> {
  const response = await fetch(folderUrl)
  if (!response.ok) throw new Error(`${folderUrl} answers ${response.status}`)
  return response.blob()
}

/** Copies of an older program are of no use any more (S10). */
async function dropOthers(prefix: string, wanted: string): Promise<void> {
  const others = (await foldersNamed(prefix)).filter((name) => name !== wanted)
  await Promise.all(others.map(deleteFolder))
}
