/*
 * The server's end: the real domain on a real database. Simulated is only what surrounds it, the
 * streams' waiting (server/routes/sync.ts waits by the clock) and what operators do.
 */
import type { Database } from '../../server/data/database.ts'
import { applyMutations } from '../../server/domain/mutations.ts'
import { fileReport } from '../../server/domain/reports.ts'
import { changesSince } from '../../server/domain/sync/changes.ts'
import { snapshotOf } from '../../server/domain/sync/snapshot.ts'
import { FEED_KEPT, trimFeed } from '../../server/domain/sync/trim-feed.ts'
import type { ContributionReport } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import type { MutationOutcome, MutationRequest } from '../../shared/named-mutation.ts'
import type { CopiedTable, Restart } from '../../shared/sync.ts'
import type { User } from '../../shared/user.ts'
import { type Backup, makeBackup, restoreBackup } from './backup.ts'
import type { StreamEvent } from './stream.ts'
import type { World } from './world.ts'

const HEARTBEAT_MS = 15_000
const MINUTE = 60_000 // ms
/** Between a commit and the moment a stream looks what it was. */
const FEED_MS = 20

/** What a stream says, in order. */
export interface Listener {
  say(event: StreamEvent): void
  /** The server ended it. */
  close(): void
}

export interface Backend {
  /** Grows with each start: nothing of one life reaches the next. */
  readonly life: number
  snapshot(personId: string, table: CopiedTable): Promise<{ cursor: string; csv: Blob }>
  push(personId: string, mutations: readonly MutationRequest[]): Promise<MutationOutcome[]>
  /** Opens a stream; answers how to leave it. */
  follow(personId: string, cursor: string, isSignedIn: () => boolean, to: Listener): () => void
  report(collectionId: string, report: ContributionReport, by: User | null): Promise<void>
  restart(): void
  backUp(): Promise<void>
  /** Puts back the newest backup, which renews the epoch. Answers the changes it has forgotten. */
  restore(): Promise<string[]>
  trimFeed(): Promise<void>
}

export function createBackend(world: World, database: Database, people: string[]): Backend {
  const streams = new Set<{ look(): void; end(): void }>()
  const tools = { database, onFault: world.fault }
  let life = 1
  let backup: Backup | null = null

  const wake = () => {
    for (const stream of streams) world.after(FEED_MS, stream.look)
  }

  async function commit<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await world.busy(work)
    } finally {
      wake()
    }
  }

  function restart(): void {
    life += 1
    for (const stream of streams) stream.end()
  }

  return {
    get life() {
      return life
    },

    snapshot: (personId, table) => world.busy(() => snapshotOf(database, personId, table)),

    push: (personId, mutations) =>
      commit(() => applyMutations(tools, mutations, { personId, now: world.now() })),

    follow(personId, from, isSignedIn, listener) {
      let cursor = from
      let stopBeat = () => {}

      function leave(): void {
        stopBeat()
        streams.delete(stream)
      }

      function silence(): void {
        if (isSignedIn()) {
          listener.say('beat')
          stream.look()
        } else finish('signed-out')
      }

      function finish(last?: Restart | 'signed-out'): void {
        if (!streams.has(stream)) return
        leave()
        if (last) listener.say(last)
        listener.close()
      }

      async function look(): Promise<void> {
        const changes = await world.busy(() => changesSince(database, personId, cursor))
        if (!streams.has(stream)) return
        if (changes && 'restart' in changes) return finish(changes)
        if (changes) {
          cursor = changes.cursor
          listener.say(changes)
        }
        stopBeat()
        stopBeat = world.after(HEARTBEAT_MS, silence)
      }

      const stream = {
        look: () => void (streams.has(stream) && look().catch(world.fault)),
        end: () => finish(),
      }
      streams.add(stream)
      stream.look()
      return leave
    },

    async report(collectionId, report, by) {
      const filed = fileReport({ database, now: world.now }, collectionId, report, by)
      await commit(() => filed.catch(ignoreRefusal))
    },

    restart,

    async backUp() {
      backup = await world.busy(() => makeBackup(database, people))
    },

    async restore() {
      const chosen = backup
      if (!chosen) return []
      restart()
      return world.busy(() => restoreBackup(database, people, chosen))
    },

    async trimFeed() {
      // The lines' moments are the database's own: to it, enough time has passed.
      await world.busy(() => trimFeed(database, { now: new Date(Date.now() + FEED_KEPT + MINUTE) }))
    },
  }
}

/** A guest is told no, for instance because the collection has closed. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
