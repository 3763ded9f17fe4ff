/* The simulated backend: two processes of the real server on one database, and what operators do to it. */
import type { Database } from '../../server/data/database.ts'
import { noLimits } from '../../server/domain/limits.ts'
import { correctReport, withdrawReport } from '../../server/domain/own-report-corrections.ts'
import { keyOfReport } from '../../server/domain/own-reports.ts'
import { createReports } from '../../server/domain/reports.ts'
import { createSessions } from '../../server/domain/sessions.ts'
import { FEED_KEPT, trimFeed } from '../../server/domain/sync/trim-feed.ts'
import { createMutex } from '../../shared/async.ts'
import type { ContributionReport, GuestCorrection } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import type { Transaction } from '../../shared/sql.ts'
import { MINUTE } from '../../shared/time.ts'
import type { User } from '../../shared/user.ts'
import { beginHistory } from './audit-triggers.ts'
import { type Backup, makeBackup, restoreBackup } from './backup.ts'
import type { Scheduler } from './scheduler.ts'
import { busyDatabase, type SimulatedRequest, startServer, withoutIdleReads } from './server.ts'

const LONGEST_TRANSACTION_MS = 10_000

export type Backend = Awaited<ReturnType<typeof createBackend>>

export async function createBackend(scheduler: Scheduler, whole: Database, people: string[]) {
  const database = withoutIdleReads(whole)
  const mutex = createMutex()
  const shared = busyDatabase(scheduler, database, mutex)
  const servers = [
    await startServer(scheduler, database, mutex),
    await startServer(scheduler, database, mutex),
  ] as const
  const reports = createReports({ database: shared, limits: noLimits, now: scheduler.now })
  const sessions = createSessions(shared, scheduler)
  const guests = { database: shared, secret: 'of no server', now: scheduler.now }
  let backup: Backup | null = null

  /** One server reads the feed now; the other one at its next interval. */
  const wake = () => scheduler.random.pick(servers).wake()

  /** Runs `work` in a transaction. With several connections it may commit long after it got its id (S3). */
  async function slowly(work: (tx: Transaction) => Promise<void>): Promise<void> {
    if (database.connections === 1 || scheduler.random.chance(0.5)) {
      await shared.transaction(work)
      return wake()
    }
    let commit = () => {}
    let done: Promise<void> = Promise.resolve()
    await scheduler.busy(() =>
      mutex.run(
        () =>
          new Promise<void>((resolve) => {
            done = database.transaction(async (tx) => {
              await tx.query('select pg_current_xact_id()')
              const committing = new Promise<void>((commitNow) => {
                commit = commitNow
              })
              resolve()
              await committing
              await work(tx)
            })
          }),
      ),
    )
    scheduler.after(scheduler.random.whole(1, LONGEST_TRANSACTION_MS), () => {
      const ending = mutex.run(() => {
        commit()
        return done
      })
      void scheduler.busy(() => ending).then(wake, scheduler.fault)
    })
  }

  return {
    sessions,

    /** Sends a request to one of the servers. Resolves with null when that server ended first. */
    handle: (sent: SimulatedRequest) => scheduler.random.pick(servers).handle(sent),

    async report(collectionId: string, report: ContributionReport, by: User | null) {
      const filed = reports.file(collectionId, report, { user: by, address: '' })
      await filed.catch(ignoreRefusal)
      wake()
    },

    /** Corrects a report as its guest; the server may refuse it (S12). */
    async correct(id: string, changes: GuestCorrection) {
      const own = { id, key: keyOfReport(guests.secret, id) }
      await correctReport(guests, own, changes).catch(ignoreRefusal)
      wake()
    },

    async withdraw(id: string, isWithdrawn: boolean) {
      const own = { id, key: keyOfReport(guests.secret, id) }
      await withdrawReport(guests, own, isWithdrawn).catch(ignoreRefusal)
      wake()
    },

    async restart(which: 'one' | 'all') {
      if (which === 'one') return scheduler.random.pick(servers).restart()
      for (const server of servers) await server.restart()
    },

    async backUp() {
      backup = await makeBackup(shared, people)
    },

    /** Restores the newest backup. Returns the ids of the mutations that are lost. */
    async restore(by: 'command' | 'folder'): Promise<string[]> {
      const chosen = backup
      if (!chosen) return []
      const forgotten = await restoreBackup(shared, people, chosen, by)
      await beginHistory(shared)
      for (const server of servers) await server.restart()
      return forgotten
    },

    trimFeed: () => trimWholeFeed(shared),
    handOver: (id: string, to: Owner) => slowly((tx) => handOver(tx, id, to)),
    link: (id: string, to: { id: string } | null) => slowly((tx) => link(tx, id, to)),

    /** Gives a contribution its receipt, like a completed upload. */
    attachReceipt: (contributionId: string) =>
      slowly(async (tx) => {
        await tx.query(
          `update contributions
           set transfer_id = collection_id || '/' || id || '_comprobante.pdf', receipt_expected_at = null
           where id = $1`,
          [contributionId],
        )
      }),

    async deleteAccount({ id, email }: Owner) {
      const token = await sessions.create(id)
      const answer = await servers[0].handle(
        {
          path: '/api/account/delete',
          method: 'POST',
          headers: { cookie: `session=${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ proof: email }),
        },
        { rests: false },
      )
      if (answer?.status !== 204) throw new Error(`The account stays: ${answer?.status}`)
    },
  }
}

interface Owner {
  id: string
  email: string
}

/** Gives a collection and its contributions to another person, as no mutation does (S12), unless that account is gone. */
export async function handOver(tx: Transaction, id: string, to: Owner): Promise<void> {
  const [kept] = await tx.query('select 1 from users where id = $1 for key share', [to.id])
  if (!kept) return
  await tx.query('update collections set creator_id = $2, creator_email = $3 where id = $1', [
    ...[id, to.id, to.email],
  ])
  await tx.query('update contributions set organiser_id = $2 where collection_id = $1', [id, to.id])
}

/** Changes the person to whom a contribution belongs; null: to nobody (S12). */
export async function link(tx: Transaction, id: string, to: { id: string } | null): Promise<void> {
  await tx.query('update contributions set contributor_id = $2 where id = $1', [id, to?.id ?? null])
}

/** Trims all lines of the feed. Uses real time, because the database's clock, which wrote them, is not simulated. */
export async function trimWholeFeed(database: Database): Promise<void> {
  await trimFeed(database, { now: new Date(Date.now() + FEED_KEPT + MINUTE) })
}

/** A report may be refused, for instance because the collection is closed. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
