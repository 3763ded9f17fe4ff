/*
 * One person's copy of the server's rows, in a Postgres of its own: the server's word
 * below, and on top of it what this person did and the server has not confirmed yet. Each change is
 * one transaction, so the copy is always the server's rows at its cursor plus those mutations. It can
 * be thrown away at any time: mutations live in the outbox.
 */
import type { CsvList, CsvPart, CsvWindow } from '../../shared/contributions-csv.ts'
import { AppError } from '../../shared/errors.ts'
import { queries } from '../../shared/queries/queries.ts'
import type { Batch } from '../../shared/sync.ts'
import { type CopyEngine, type EngineTransaction, transactionOn } from './copy-engine.ts'
import { copyCsv, windowsOfCsv } from './export-csv.ts'
import { rebase, runAgain, runMutation } from './local-mutations.ts'
import type { Pending } from './pending.ts'
import { asServer, replaceRows, type TableCsv } from './server-rows.ts'

export type { CopyEngine }

export interface Copy {
  /** What it has seen, or null when it was never filled (S5). */
  cursor(): Promise<string | null>

  /** Replaces all rows by these tables, seen at `cursor`, and runs `pending` on top (S5, S10). */
  fill(tables: readonly TableCsv[], cursor: string, pending: readonly Pending[]): Promise<void>

  /**
   * Takes a batch of the stream, and brings local effects in line with its rows and with `pending`, which
   * no longer holds what the batch's outcomes settle (S8).
   */
  apply(batch: Batch, pending: readonly Pending[]): Promise<void>

  /** Runs one more mutation on top (S7). Throws the AppError of its rule; nothing changed then. */
  run(mutation: Pending): Promise<void>

  /**
   * Brings local effects in line with `pending`, after one was refused or discarded, or after a crash
   * (S9). One whose rule refuses now is left out.
   */
  rebase(pending: readonly Pending[]): Promise<void>

  /**
   * Answers a named query of shared/queries; throws AppError 'invalid-input', or 'internal' where this
   * release has none of that name: the server may.
   */
  answer(name: string, args: unknown): Promise<unknown>

  /** The windows in which a collection's contributions go into a file for spreadsheets. */
  csvWindows(list: CsvList): Promise<CsvWindow[]>

  /** The rows of one of them, as CSV. */
  csvRows(part: CsvPart): Promise<Blob>

  /** Calls back after every change. Answers how to stop. */
  onChange(listener: () => void): () => void
}

/** The copy of `personId` on an engine that has the tables of migrations/browser. */
export function createCopy(engine: CopyEngine, personId: string): Copy {
  const listeners = new Set<() => void>()

  async function change(work: (tx: EngineTransaction) => Promise<void>): Promise<void> {
    await engine.transaction(work)
    for (const listener of listeners) listener()
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

    async answer(name, args) {
      const query = queries.get(name)
      if (!query) throw new AppError('internal', 'Esta versión no conoce esa consulta.')
      // One transaction, though it only reads: nothing may change between a count and its page.
      return engine.transaction((tx) => query.answer(transactionOn(tx), args, personId))
    },

    csvWindows: (list) => engine.transaction((tx) => windowsOfCsv(tx, list, personId)),
    csvRows: (part) => engine.transaction((tx) => copyCsv(tx, part, personId)),

    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function setCursor(tx: EngineTransaction, cursor: string): Promise<void> {
  await tx.query('update replica_state set cursor = $1', [cursor])
}
