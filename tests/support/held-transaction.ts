import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../server/data/database.ts'
import type { Transaction } from '../../shared/sql.ts'

/**
 * Begins a transaction, runs `hold` in it and keeps it open. The returned function runs `end` and commits.
 * Meanwhile its rows are locked for others. PostgreSQL only: embedded transactions run one after another.
 */
export async function heldTransaction(
  database: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  end: (tx: Transaction) => Promise<unknown> = async () => {},
): Promise<() => Promise<void>> {
  let goOn = () => {}
  const wentOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { committed } = await new Promise<{ committed: Promise<void> }>((resolve, reject) => {
    const committed = database.transaction(async (tx) => {
      await hold(tx)
      resolve({ committed })
      await wentOn
      await end(tx)
    })
    committed.catch(reject)
  })
  return () => {
    goOn()
    return committed
  }
}

/** Resolves when a transaction of this database waits for another's lock. */
export async function untilWaiting(database: Database): Promise<void> {
  while ((await database.query(WAITING)).length === 0) await sleep(20)
}

/** Resolves once every open transaction of the cluster, also of other tests' databases, is younger than the feed. */
export async function untilFeedIsPast(database: Database): Promise<void> {
  while ((await database.query(TOO_YOUNG)).length > 0) await sleep(20)
}

const TOO_YOUNG = `
  select from feed where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`

const WAITING = `
  select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`
