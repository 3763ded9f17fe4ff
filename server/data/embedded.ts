import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as everythingElse } from 'node:timers/promises'
import type { PGlite, Transaction as PgliteTransaction } from '@electric-sql/pglite'
import { createMutex } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import type { SqlValue } from '../../shared/sql.ts'
import { csvBlocks } from './csv-blocks.ts'
import { translated, translatedAround } from './database-error.ts'
import { DurableNodeFS } from './durable-node-fs.ts'
import { copyOptions, type Engine, type EngineSession } from './engine.ts'
import { lockFolder } from './folder-lock.ts'
import { makeCluster } from './make-cluster.ts'
import { startPglite } from './start-pglite.ts'
import { upkeep } from './upkeep.ts'

const COPY_BLOCK = 8 * 1024 * 1024 // characters; loading needs several times this memory

/** Folder in which `npm run move` stores the tables on their way. */
export const MOVING = 'moving'

/** Opens PostgreSQL inside this process. Its one connection runs transactions one by one. */
export async function openEmbedded(dataDir: string): Promise<Engine> {
  mkdirSync(dataDir, { recursive: true })
  const lock = await lockFolder(dataDir)
  try {
    rmSync(join(dataDir, MOVING), { recursive: true, force: true }) // a move holds the lock too
    const folder = join(dataDir, 'postgres')
    await makeCluster(folder)
    const pglite = await startPglite(new DurableNodeFS(folder)).catch((error) => {
      throw notOpened(folder, error)
    })
    return engineOf(pglite, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

function notOpened(folder: string, cause: Error): AppError {
  return new AppError(
    'unavailable',
    `La base de datos en ${folder} no se pudo abrir (${cause.message}). Si está dañada, restaura una copia en otra carpeta: DATA_DIR=OTRA npm run restore -- --from COPIA.`,
    { cause },
  )
}

export function engineOf(pglite: PGlite, onClosed: () => void): Engine {
  const stopUpkeep = upkeep(pglite)
  const inTurn = takeTurns()
  return {
    kind: 'embedded',
    connections: 1,
    query: (text, params) => inTurn(() => rowsOf(pglite, text, params)),

    begin: (work) =>
      inTurn(() =>
        translatedAround(work, (work) =>
          pglite.transaction((transaction) => work(sessionOf(transaction))),
        ),
      ),

    async close() {
      try {
        await stopUpkeep()
        await pglite.close()
      } finally {
        onClosed()
      }
    },
  }
}

function sessionOf(transaction: PgliteTransaction): EngineSession {
  return {
    query: (text, params) => rowsOf(transaction, text, params),

    async execute(script) {
      await translated(transaction.exec(script))
    },

    async copyOut(query, format) {
      const { blob } = await translated(
        transaction.query(`copy (${query}) to '/dev/blob' ${copyOptions(format)}`),
      )
      // The engine returns a chunk per row: merged, or a reader would get 100,000 of them.
      return new Blob(blob ? [await blob.arrayBuffer()] : [])
    },

    readCsv: (query) => csvOf(transaction, query),

    async copyIn(target, csv) {
      const copy = `copy ${target} from '/dev/blob' (format csv)`
      for await (const block of csvBlocks(csv, COPY_BLOCK)) {
        await translated(transaction.query(copy, [], { blob: new Blob([block]) }))
      }
    },
  }
}

async function* csvOf(transaction: PgliteTransaction, query: string): AsyncIterable<Uint8Array> {
  const { blob } = await translated(
    transaction.query(`copy (${query}) to '/dev/blob' ${copyOptions(',')}`),
  )
  if (blob) yield new Uint8Array(await blob.arrayBuffer())
}

async function rowsOf<Row extends object>(
  connection: Pick<PGlite, 'query'>,
  text: string,
  params: readonly SqlValue[] = [],
): Promise<Row[]> {
  const { rows } = await translated(connection.query<Row>(text, [...params]))
  return rows
}

/** PGlite blocks this thread, so a turn of the event loop for sockets and timers follows each piece of work. */
function takeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const mutex = createMutex()
  return (work) => {
    const result = mutex.run(work)
    void mutex.run(everythingElse)
    return result
  }
}
