/* Keeps receipts from filling the disk, so that reports and the database always have space. */
import type { Logger } from 'pino'
import { AppError } from '../../shared/errors.ts'
import { SECOND } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'
import { SPACE_TO_START, spaceOf, tryToWrite } from '../data/disk.ts'
import { withStorageErrors } from '../data/storage-error.ts'

const MEGABYTE = 1024 * 1024 // bytes
/** A smaller disk reserves a tenth, but always enough for a restart. */
const LARGE_DISK_RESERVE = 1024 * MEGABYTE
const LEAST_RESERVE = 2 * SPACE_TO_START
const TRY_EVERY = 5 * SECOND

interface Tools {
  database: Database
  dataDir: string
  reserveMb: number | undefined
  log: Logger
  now(): Date
}

export type DiskGuard = ReturnType<typeof createDiskGuard>

export function createDiskGuard({ database, dataDir, reserveMb, log, now }: Tools) {
  const taken = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve(true) }
  let isAccepting = true
  let hasSpace = true

  async function space() {
    const { free, total } = await withStorageErrors(() => spaceOf(dataDir))
    const usual = Math.max(LEAST_RESERVE, Math.min(LARGE_DISK_RESERVE, Math.floor(total / 10)))
    return { free, reserve: reserveMb === undefined ? usual : reserveMb * MEGABYTE }
  }

  async function tryWrites(): Promise<boolean> {
    const fault = await write(database, dataDir, now()).then(
      () => null,
      (error) => faultOf(error),
    )
    if (fault && isAccepting) log.error({ error: fault }, 'writes fail: is the disk full?')
    if (!fault && !isAccepting) log.info('writes work again')
    isAccepting = fault === null
    return isAccepting
  }

  return {
    /** Throws AppError('no-space') while less than the reserve is free. */
    async requireSpace(): Promise<void> {
      const { free, reserve } = await space()
      const before = hasSpace
      hasSpace = free >= reserve
      if (!hasSpace && before) {
        log.warn(
          { freeMb: megabytes(free), reserveMb: megabytes(reserve) },
          'uploads wait for space',
        )
      }
      if (!hasSpace) throw noSpace()
    },

    /** Returns whether disk and database accept a write; tries at most every 5 s. */
    takesWrites(): Promise<boolean> {
      const at = now().getTime()
      // Also after the clock was set back.
      if (Math.abs(at - taken.at) >= TRY_EVERY) {
        taken.at = at
        taken.result = tryWrites()
      }
      return taken.result
    },

    /** In bytes; null when the system does not report them. */
    space: () => space().catch(() => null),
  }
}

/** The client tries again later (R3). */
export function noSpace(): AppError {
  return new AppError('no-space', 'Por ahora no entran más comprobantes.')
}

async function write(database: Database, dataDir: string, now: Date): Promise<void> {
  await tryToWrite(dataDir)
  await database.query(
    `insert into limits (key, hits, resets_at) values ('write check', 0, $1)
     on conflict (key) do update set resets_at = excluded.resets_at`,
    [now.toISOString()],
  )
}

function faultOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE)
}
