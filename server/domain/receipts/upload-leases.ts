import { randomUUID } from 'node:crypto'
import { SECOND } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'
import { setTimer } from '../set-timer.ts'

const LEASE = 5 * SECOND // duration of a lease without renewal, by the database's clock
const MARGIN = SECOND // expires this much earlier for its holder: time may pass between check and write
const RENEW_EVERY = SECOND / 2

export interface Lease {
  /** True while this process may write; does not query. When false, another may have the lease. */
  isValid(): boolean
  release(): Promise<void> // never rejects: an unreleased lease expires
}

/**
 * Leases in the database: any process can continue an upload (server/README.md, Decisions). One statement every half
 * second renews all leases of a process and returns those that others wait for.
 */
export interface UploadLeases {
  /** Returns null while another process has it. Calls `requestRelease` when one asks for it, or it was lost. */
  claim(uploadId: string, requestRelease: () => void): Promise<Lease | null>
  deleteExpired(): Promise<void>
}

interface Held {
  requestRelease(): void
  validUntil: number // by performance.now(), which is monotonic
}

export function createUploadLeases(database: Database): UploadLeases {
  const held = new Map<string, Held>()
  let isRenewing = false

  async function renew(): Promise<void> {
    const before = [...held]
    const asked = performance.now()
    const rows = await renewAll(database, [...held.keys()]).catch(() => null)
    const wanted = new Map(rows?.map(({ holder, isWanted }) => [holder, isWanted]))
    for (const [holder, lease] of before) {
      const isWanted = wanted.get(holder)
      if (isWanted !== undefined) lease.validUntil = validFrom(asked)
      else if (rows) lease.validUntil = 0 // its row belongs to another process, or is deleted
      const isLost = lease.validUntil < performance.now()
      if (isLost) held.delete(holder)
      if (isWanted || isLost) lease.requestRelease()
    }
  }

  function keepRenewing(): void {
    if (isRenewing || held.size === 0) return
    isRenewing = true
    setTimer(RENEW_EVERY, async () => {
      await renew()
      isRenewing = false
      keepRenewing()
    })
  }

  return {
    async claim(uploadId, requestRelease) {
      const holder = randomUUID()
      const asked = performance.now()
      if (!(await claim(database, uploadId, holder))) return null
      const lease = { requestRelease, validUntil: validFrom(asked) }
      held.set(holder, lease)
      keepRenewing()
      return {
        isValid: () => performance.now() < lease.validUntil,
        async release() {
          held.delete(holder)
          await database
            .query('delete from upload_locks where upload_id = $1 and holder = $2', [
              uploadId,
              holder,
            ])
            .catch(() => undefined)
        },
      }
    },

    async deleteExpired() {
      await database.query('delete from upload_locks where expires_at < now()')
    },
  }
}

/** The embedded database belongs to one process. */
export const noLeases: UploadLeases = {
  claim: async () => ({ isValid: () => true, release: async () => {} }),
  deleteExpired: async () => {},
}

/** Counts from before the query: the lease expires here before it does in the database. */
function validFrom(asked: number): number {
  return asked + LEASE - MARGIN
}

const IN_A_LEASE = `now() + interval '${LEASE} milliseconds'`

/** Takes a free or expired lease; otherwise marks it as wanted. */
async function claim(database: Database, uploadId: string, holder: string): Promise<boolean> {
  const [row] = await database.query<{ isOurs: boolean }>(
    `insert into upload_locks as l (upload_id, holder, expires_at) values ($1, $2, ${IN_A_LEASE})
     on conflict (upload_id) do update set
       holder = case when l.expires_at < now() then excluded.holder else l.holder end,
       expires_at = case when l.expires_at < now() then excluded.expires_at else l.expires_at end,
       is_wanted = l.expires_at >= now()
     where l.expires_at < now() or not l.is_wanted
     returning l.holder = $2 as "isOurs"`,
    [uploadId, holder],
  )
  return row?.isOurs ?? false
}

function renewAll(database: Database, holders: readonly string[]) {
  return database.query<{ holder: string; isWanted: boolean }>(
    `update upload_locks set expires_at = ${IN_A_LEASE}
     where holder = any($1::uuid[])
     returning holder, is_wanted as "isWanted"`,
    [holders],
  )
}
