import { setTimeout as sleep } from 'node:timers/promises'
import type { Locker, RequestRelease } from '@tus/server'
import { AppError } from '../../../shared/errors.ts'
import { RECEIPT_NOT_UPLOADED } from '../../../shared/receipt.ts'
import { SECOND } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'
import { createUploadLeases, type Lease, noLeases } from './upload-leases.ts'

const TIMEOUT = 30 * SECOND
const RETRY_EVERY = 25 // ms

/** One request at a time works on an upload, across processes. Others ask the holder to release it, and wait. */
export interface UploadLocks extends Locker {
  /** Runs `work` under the lock. Throws AppError('unavailable') when the holder does not release it in 30 s. */
  withLock<T>(uploadId: string, work: () => Promise<T>): Promise<T>
  isHeld(uploadId: string): boolean // by this process; does not query
  deleteExpired(): Promise<void>
}

export function createUploadLocks(database: Database): UploadLocks {
  const leases = database.engine === 'embedded' ? noLeases : createUploadLeases(database)
  const holdings = new Map<string, Holding>()

  async function claim(id: string, requestRelease: RequestRelease): Promise<boolean> {
    const other = holdings.get(id)
    if (other) {
      if (other.lease) other.requestRelease()
      return false
    }
    // Set before the query, so that of two requests in this process only one queries.
    const holding: Holding = { requestRelease, lease: null }
    holdings.set(id, holding)
    try {
      holding.lease = await leases.claim(id, requestRelease)
    } finally {
      if (!holding.lease) holdings.delete(id)
    }
    return holding.lease !== null
  }

  async function lock(
    id: string,
    signal: AbortSignal,
    requestRelease: RequestRelease,
  ): Promise<void> {
    const deadline = performance.now() + TIMEOUT
    while (!(await claim(id, requestRelease))) {
      if (signal.aborted || performance.now() > deadline) {
        throw new AppError('unavailable', RECEIPT_NOT_UPLOADED)
      }
      await sleep(RETRY_EVERY)
    }
  }

  async function unlock(id: string): Promise<void> {
    const holding = holdings.get(id)
    const lease = holding?.lease
    if (!holding || !lease) return
    holding.lease = null // the release is under way: others wait for it instead of requesting it
    await lease.release()
    holdings.delete(id)
  }

  return {
    newLock: (id) => ({
      lock: (signal, requestRelease) => lock(id, signal, requestRelease),
      unlock: () => unlock(id),
    }),

    async withLock(id, work) {
      // `work` is short, so a requested release can wait for its end.
      await lock(id, new AbortController().signal, () => undefined)
      try {
        return await work()
      } finally {
        await unlock(id)
      }
    },

    isHeld: (id) => holdings.get(id)?.lease?.isValid() ?? false,
    deleteExpired: leases.deleteExpired,
  }
}

interface Holding {
  requestRelease: RequestRelease
  lease: Lease | null
}
