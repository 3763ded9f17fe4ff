import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { changesSince } from '../../server/domain/sync/changes.ts'
import { snapshotOf } from '../../server/domain/sync/snapshot.ts'
import { correctPglite } from '../../shared/correct-pglite.ts'
import { newId } from '../../shared/id.ts'
import {
  type Batch,
  type SnapshotFormat,
  SYNCED_TABLE_NAMES,
  type SyncedTable,
} from '../../shared/sync.ts'
import type { Pending } from '../../web/replica/outbox.ts'
import { createReplicaDatabase, type ReplicaDatabase } from '../../web/replica/replica-database.ts'
import { SMALL_ENGINE } from '../../web/replica/replica-engine.ts'
import { LOCAL_TABLES } from '../../web/replica/replica-indexes.ts'
import { replicaTemplate } from '../support/embedded-template.ts'
import type { Person } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'

/** An empty engine as the browser's worker opens it, its files in memory alone. */
export async function openEngine(): Promise<PGlite> {
  const pglite = await PGlite.create({
    loadDataDir: await openAsBlob(await replicaTemplate()),
    startParams: SMALL_ENGINE,
    extensions: { pg_trgm },
  })
  return correctPglite(pglite)
}

export interface PersonReplica extends ReplicaDatabase {
  /** Fills the replica from the server (S5). */
  fillFromServer(pending?: readonly Pending[], format?: SnapshotFormat): Promise<void>
  /** Returns the changes since the replica's cursor, or null. */
  batch(): Promise<Batch | null>
  /** Every row, by table, as the database writes it. */
  contents(): Promise<Record<SyncedTable, string>>
  /** Returns the number of announced changes. */
  changes(): number
}

/**
 * Builds an empty replica for `person` in `engine`, in place of the previous one. It calls the server's functions
 * directly, without a network.
 */
export async function buildReplica(
  app: TestApp,
  person: Person,
  engine: PGlite,
): Promise<PersonReplica> {
  // A truncate makes new files, which takes ten times as long.
  const emptied = [...SYNCED_TABLE_NAMES, ...LOCAL_TABLES].map((table) => `delete from ${table};`)
  await engine.exec(
    `begin; set local session_replication_role = replica; ${emptied.join(' ')}
     update replica_state set cursor = null; commit`,
  )
  const replica = createReplicaDatabase(engine, person.id)
  let changes = 0
  replica.onChange(() => {
    changes += 1
  })
  return {
    ...replica,
    changes: () => changes,

    async fillFromServer(pending = [], format = 'binary') {
      const snapshots = await Promise.all(
        SYNCED_TABLE_NAMES.map(async (table) => ({
          table,
          format,
          ...(await snapshotOf(app.database, person.id, table, format)),
        })),
      )
      await replica.fill(snapshots, snapshots[0]?.cursor ?? '', pending)
    },

    async batch() {
      const changes = await changesSince(
        app.database,
        person.id,
        (await replica.cursor()) ?? undefined,
      )
      if (changes && 'restart' in changes) throw new Error(`restart: ${changes.restart}`)
      return changes
    },

    async contents() {
      const entries = SYNCED_TABLE_NAMES.map(async (table) => {
        const { rows } = await engine.query<{ all: string }>(
          `select coalesce(string_agg(t::text, e'\\n' order by id), '') as "all" from ${table} t`,
        )
        return [table, rows[0]?.all ?? ''] as const
      })
      return Object.fromEntries(await Promise.all(entries)) as Record<SyncedTable, string>
    },
  }
}

/** A mutation as the outbox holds it. */
export function pendingMutation(name: string, args: unknown, at = new Date()): Pending {
  return { id: newId(), name, args, at: at.toISOString() }
}
