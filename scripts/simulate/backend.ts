/*
 * The servers' end: two processes of the real server on one real database. Simulated is only what
 * surrounds them: the network before them, and what operators do.
 */
import type { Database } from '../../server/data/database.ts'
import { noLimits } from '../../server/domain/limits.ts'
import { createReports } from '../../server/domain/reports.ts'
import { createSessions, type Sessions } from '../../server/domain/sessions.ts'
import { FEED_KEPT, trimFeed } from '../../server/domain/sync/trim-feed.ts'
import { createMutex } from '../../shared/async.ts'
import type { ContributionReport } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import type { Transaction } from '../../shared/sql.ts'
import { MINUTE } from '../../shared/time.ts'
import type { User } from '../../shared/user.ts'
import { type Backup, makeBackup, restoreBackup } from './backup.ts'
import { busyDatabase, withoutIdleReads } from './busy-database.ts'
import { beginHistory } from './effects.ts'
import { type Answer, type Sent, startServer } from './server.ts'
import type { World } from './world.ts'

const LONGEST_TRANSACTION_MS = 10_000

export interface Backend {
  sessions: Sessions
  /** Asks one of the servers. Null when it ended before it had answered. */
  ask(sent: Sent): Promise<Answer | null>
  report(collectionId: string, report: ContributionReport, by: User | null): Promise<void>
  /** One server ends with all that is under way and starts again; or all of them do. */
  restart(which: 'one' | 'all'): Promise<void>
  backUp(): Promise<void>
  /** Puts back the newest backup. Returns the changes it has forgotten. */
  restore(by: 'command' | 'folder'): Promise<string[]>
  trimFeed(): Promise<void>
  /** Gives a collection to another person, with its contributions. */
  handOver(collectionId: string, to: { id: string; email: string }): Promise<void>
  /** Makes a contribution somebody's, or nobody's. */
  link(contributionId: string, to: { id: string } | null): Promise<void>
  /** Gives a contribution its receipt, as an upload does that has ended. */
  attachReceipt(contributionId: string): Promise<void>
  /** Deletes an account for good, asked for in a session of its own. */
  deleteAccount(person: { id: string; email: string }): Promise<void>
}

export async function createBackend(
  world: World,
  whole: Database,
  people: string[],
): Promise<Backend> {
  const database = withoutIdleReads(whole)
  const mutex = createMutex()
  const shared = busyDatabase(world, database, mutex)
  const servers = [
    await startServer(world, database, mutex),
    await startServer(world, database, mutex),
  ] as const
  const reports = createReports({ database: shared, limits: noLimits, now: world.now })
  const sessions = createSessions(shared, world)
  let backup: Backup | null = null

  /** Other servers notify their listeners when they next read the feed. */
  const wake = () => world.random.pick(servers).wake()

  /**
   * Runs `work` in a transaction. Where there are several connections, its id may be much older than its
   * commit: others begin later, and are done and seen before (S3).
   */
  async function slowly(work: (tx: Transaction) => Promise<void>): Promise<void> {
    if (database.connections === 1 || world.random.chance(0.5)) {
      await shared.transaction(work)
      return wake()
    }
    let commit = () => {}
    let done: Promise<void> = Promise.resolve()
    await world.busy(() =>
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
    world.after(world.random.whole(1, LONGEST_TRANSACTION_MS), () => {
      const ending = mutex.run(() => {
        commit()
        return done
      })
      void world.busy(() => ending).then(wake, world.fault)
    })
  }

  return {
    sessions,
    ask: (sent) => world.random.pick(servers).ask(sent),

    async report(collectionId, report, by) {
      const filed = reports.file(collectionId, report, { user: by, address: '' })
      await filed.catch(ignoreRefusal)
      wake()
    },

    async restart(which) {
      if (which === 'one') return world.random.pick(servers).restart()
      for (const server of servers) await server.restart()
    },

    async backUp() {
      backup = await makeBackup(shared, people)
    },

    async restore(by) {
      const chosen = backup
      if (!chosen) return []
      const forgotten = await restoreBackup(shared, people, chosen, by)
      await beginHistory(shared)
      for (const server of servers) await server.restart()
      return forgotten
    },

    // The lines' moments are the database's own: to it, enough time has passed.
    trimFeed: () => trimFeed(shared, { now: new Date(Date.now() + FEED_KEPT + MINUTE) }),

    async handOver(collectionId, { id, email }) {
      await slowly(async (tx) => {
        await tx.query('update collections set creator_id = $2, creator_email = $3 where id = $1', [
          collectionId,
          id,
          email,
        ])
        await tx.query('update contributions set organiser_id = $2 where collection_id = $1', [
          collectionId,
          id,
        ])
      })
    },

    async link(contributionId, to) {
      await slowly(async (tx) => {
        await tx.query('update contributions set contributor_id = $2 where id = $1', [
          contributionId,
          to?.id ?? null,
        ])
      })
    },

    async attachReceipt(contributionId) {
      await slowly(async (tx) => {
        await tx.query(
          `update contributions
           set transfer_id = collection_id || '/' || id || '_comprobante.pdf', receipt_expected_at = null
           where id = $1`,
          [contributionId],
        )
      })
    },

    async deleteAccount({ id, email }) {
      const token = await sessions.create(id)
      const answer = await servers[0].ask(
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

/** A guest is told no, for instance because the collection has closed. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
