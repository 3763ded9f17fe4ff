/*
 * One person's replica, in a Postgres of its own: the server's rows, and on top of them the changes that the person
 * made and the server has not confirmed. Each change of the replica is one transaction, so it always holds the
 * server's rows at its cursor plus those mutations. It can be deleted at any time, because the outbox holds the
 * mutations.
 */

import { systemClock } from '../../shared/async.ts'
import type { Contribution } from '../../shared/contribution.ts'
import {
  type CsvList,
  type CsvPart,
  type CsvWindow,
  csvRows,
  csvWindows,
} from '../../shared/contributions-csv.ts'
import { AppError } from '../../shared/errors.ts'
import type { PageOf } from '../../shared/paging.ts'
import {
  collectionContributions,
  contributionsWithIds,
} from '../../shared/queries/collection-contributions.ts'
import { queries } from '../../shared/queries/queries.ts'
import type { Transaction } from '../../shared/sql.ts'
import type { Batch } from '../../shared/sync.ts'
import { parse } from '../../shared/validation.ts'
import { rebase, runAgain, runMutation } from './local-mutations.ts'
import { type Background, createNameSearch } from './name-search.ts'
import type { Pending } from './outbox.ts'
import { type EngineTransaction, type ReplicaEngine, transactionOn } from './replica-engine.ts'
import { asServer, replaceRows, type TableRows } from './server-rows.ts'

export interface ReplicaDatabase {
  /** Returns the cursor of its rows, or null when it was never filled (S5). */
  cursor(): Promise<string | null>

  /** Replaces all rows by these tables, seen at `cursor`, and runs `pending` on top (S5, S10). */
  fill(tables: readonly TableRows[], cursor: string, pending: readonly Pending[]): Promise<void>

  /**
   * Applies a batch of the stream, and brings local effects in line with its rows and with `pending`. The
   * changes that the batch's outcomes settle are no longer in `pending` (S8).
   */
  apply(batch: Batch, pending: readonly Pending[]): Promise<void>

  /** Runs one more mutation on top (S7). Throws the AppError of its rule and changes nothing then. */
  run(mutation: Pending): Promise<void>

  /**
   * Brings local effects in line with `pending`, after a change was refused or discarded, or after a crash
   * (S9). Leaves out a change that its rule refuses now.
   */
  rebase(pending: readonly Pending[]): Promise<void>

  /**
   * Runs a named query of shared/queries. Throws AppError 'invalid-input', or 'internal' when this release
   * has no query of that name; the server may have it.
   */
  runQuery(name: string, args: unknown): Promise<unknown>

  /** Returns the windows that divide a file of a collection's contributions. */
  csvWindows(list: CsvList): Promise<CsvWindow[]>

  /** Returns the rows of one window as CSV. */
  csvRows(part: CsvPart): Promise<Blob>

  /** Calls back after every change. Returns a function that stops it. */
  onChange(listener: () => void): () => void
}

/** Returns the replica of `personId` on an engine that has the tables of migrations/browser. */
export function createReplicaDatabase(
  engine: ReplicaEngine,
  personId: string,
  background: Background = { clock: systemClock, onFault: () => {} },
): ReplicaDatabase {
  const listeners = new Set<() => void>()
  const names = createNameSearch(engine, personId, background)

  async function change(work: (tx: EngineTransaction) => Promise<void>): Promise<void> {
    await engine.transaction(async (tx) => {
      names.forget()
      await work(tx)
    })
    for (const listener of listeners) listener()
  }

  /** Returns a page of a search by name, or null when the engine must search. */
  async function search(sql: Transaction, input: unknown): Promise<PageOf<Contribution> | null> {
    const args = parse(collectionContributions.args, input)
    const found = names.find(args)
    if (!found) return null
    return { rows: await contributionsWithIds(sql, found.ids, args), total: found.total }
  }

  return {
    cursor: () =>
      engine.transaction(async (tx) => {
        const { rows } = await tx.query<{ cursor: string | null }>(
          'select cursor from replica_state',
        )
        return rows[0]?.cursor ?? null
      }),

    fill: (tables, cursor, pending) =>
      change(async (tx) => {
        await asServer(tx, () => replaceRows(tx, tables))
        await setCursor(tx, cursor)
        await runAgain(tx, pending, personId)
      }),

    apply: (batch, pending) =>
      change(async (tx) => {
        await rebase(tx, pending, personId, batch.tables)
        await setCursor(tx, batch.cursor)
      }),

    run: (mutation) => change((tx) => runMutation(tx, mutation, personId)),

    rebase: (pending) => change((tx) => rebase(tx, pending, personId, {})),

    async runQuery(name, args) {
      const query = queries.get(name)
      if (!query) throw new AppError('internal', 'Esta versión no conoce esa consulta.')
      // In one transaction, so that nothing changes between a count and its page.
      return engine.transaction(async (tx) => {
        const sql = transactionOn(tx)
        const found = query.name === collectionContributions.name ? await search(sql, args) : null
        return found ?? query.answer(sql, args, personId)
      })
    },

    csvWindows: (list) =>
      engine.transaction(async (tx) => {
        await tx.exec(READ_AND_SORT)
        return csvWindows(transactionOn(tx), list, personId)
      }),

    csvRows: (part) =>
      engine.transaction(async (tx) => {
        await tx.exec(READ_AND_SORT)
        const { blob } = await tx.query(
          `copy (${csvRows(part, personId)}) to '/dev/blob'
             (format csv, force_quote *, delimiter '${part.separator}')`,
        )
        return blob ?? new Blob()
      }),

    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * The engine's cache is small (SMALL_ENGINE). Reading rows by an index whose order is not theirs on disk costs
 * a page for each row, 0.8 s for 100,000. A sequential scan and a sort cost 0.1 s.
 */
const READ_AND_SORT = `set local enable_indexscan = off; set local work_mem = '32MB'`

async function setCursor(tx: EngineTransaction, cursor: string): Promise<void> {
  await tx.query('update replica_state set cursor = $1', [cursor])
}
