import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { changesSince } from '../../server/domain/sync/changes.ts'
import { snapshotOf } from '../../server/domain/sync/snapshot.ts'
import { newId } from '../../shared/id.ts'
import { keepFewParsers, keepStack } from '../../shared/keep-stack.ts'
import {
  type Batch,
  COPIED_TABLE_NAMES,
  type CopiedTable,
  type SnapshotFormat,
} from '../../shared/sync.ts'
import { type Copy, createCopy } from '../../web/replica/copy.ts'
import { SMALL_ENGINE } from '../../web/replica/copy-engine.ts'
import { LOCAL_TABLES } from '../../web/replica/copy-indexes.ts'
import type { Pending } from '../../web/replica/outbox.ts'
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
  return keepFewParsers(keepStack(pglite))
}

export interface PersonCopy extends Copy {
  /** Copies everything from the server (S5). */
  fillFromServer(pending?: readonly Pending[], format?: SnapshotFormat): Promise<void>
  /** Returns the changes since the replica's cursor, or null. */
  batch(): Promise<Batch | null>
  /** Every row, by table, as the database writes it. */
  contents(): Promise<Record<CopiedTable, string>>
  /** How often it said that it changed. */
  changes(): number
}

/**
 * A copy of what `person` may see, not filled yet, in place of the one that `engine` held. It speaks
 * to the server without a network.
 */
export async function buildCopy(app: TestApp, person: Person, engine: PGlite): Promise<PersonCopy> {
  // A truncate makes new files, which takes ten times as long.
  const emptied = [...COPIED_TABLE_NAMES, ...LOCAL_TABLES].map((table) => `delete from ${table};`)
  await engine.exec(
    `begin; set local session_replication_role = replica; ${emptied.join(' ')}
     update replica_state set cursor = null; commit`,
  )
  const copy = createCopy(engine, person.id)
  let changes = 0
  copy.onChange(() => {
    changes += 1
  })
  return {
    ...copy,
    changes: () => changes,

    async fillFromServer(pending = [], format = 'binary') {
      const snapshots = await Promise.all(
        COPIED_TABLE_NAMES.map(async (table) => ({
          table,
          format,
          ...(await snapshotOf(app.database, person.id, table, format)),
        })),
      )
      await copy.fill(snapshots, snapshots[0]?.cursor ?? '', pending)
    },

    async batch() {
      const changes = await changesSince(
        app.database,
        person.id,
        (await copy.cursor()) ?? undefined,
      )
      if (changes && 'restart' in changes) throw new Error(`restart: ${changes.restart}`)
      return changes
    },

    async contents() {
      const entries = COPIED_TABLE_NAMES.map(async (table) => {
        const { rows } = await engine.query<{ all: string }>(
          `select coalesce(string_agg(t::text, e'\\n' order by id), '') as "all" from ${table} t`,
        )
        return [table, rows[0]?.all ?? ''] as const
      })
      return Object.fromEntries(await Promise.all(entries)) as Record<CopiedTable, string>
    },
  }
}

/** A mutation as the outbox holds it. */
export function pendingMutation(name: string, args: unknown, at = new Date()): Pending {
  return { id: newId(), name, args, at: at.toISOString() }
}
