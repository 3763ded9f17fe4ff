/*
 * Local mutations run on top of the server's rows (S8). Each records the rows that it wrote or read
 * (migrations/browser/0004). When the server's rows change, only the mutations that depend on them are undone
 * and run again, so that a long queue costs no more than a short one.
 */
import { AppError } from '../../shared/errors.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import type { Batch } from '../../shared/sync.ts'
import type { Pending } from './outbox.ts'
import { type EngineTransaction, transactionOn } from './replica-engine.ts'
import { applyRows, asServer } from './server-rows.ts'

/** After this many mutations the worker handles its messages: the host replaces a silent worker. */
const MUTATIONS_PER_TASK = 50

/** Runs a mutation by its shared rule, at the moment it was made (S7). Throws the rule's AppError. */
export async function runMutation(
  tx: EngineTransaction,
  { id, name, args, version = 1, at }: Pending,
  personId: string,
): Promise<void> {
  const mutation = mutations.get(name)
  if (!mutation || version > mutation.version) {
    throw new AppError('not-found', 'Esta versión no conoce ese cambio.')
  }
  await tx.query(
    `with recorded as (insert into local_mutations values ($1::uuid) on conflict do nothing)
     select set_config('app.mutation', $1::uuid::text, true), set_config('app.moment', $2, true)`,
    [id, at],
  )
  try {
    await mutation.apply(transactionOn(tx), args, { personId, now: new Date(at) }, version)
  } catch (error) {
    throw isBadData(error)
      ? new AppError('invalid-input', 'Los datos no son válidos.', { cause: error })
      : error
  }
}

/**
 * Writes the server's rows, and brings local effects in line with them and with `pending`. Undoes the
 * mutations that are no longer pending or depend on a changed row, and runs those of `pending` that then
 * have no effect.
 */
export async function rebase(
  tx: EngineTransaction,
  pending: readonly Pending[],
  personId: string,
  tables: Batch['tables'],
): Promise<void> {
  const recorded = await recordedMutations(tx)
  const affected = await affectedMutations(tx, recorded, pending, tables)
  await asServer(tx, async () => {
    if (affected.size > 0) await tx.query('call undo_mutations($1::uuid[])', [[...affected]])
    await applyRows(tx, tables)
    if (recorded.size > 0) await tx.exec('call recount_totals()')
  })
  const again = pending.filter(({ id }) => affected.has(id) || !recorded.has(id))
  await runAgain(tx, again, personId)
  // On other rows a mutation may write other values than before, and a later one may depend on them.
  const undone = again.filter(({ id }) => affected.has(id))
  if (!(await sharesRows(tx, undone, again))) return
  await asServer(tx, async () => {
    await tx.query('call undo_mutations($1::uuid[])', [pending.map(({ id }) => id)])
    await tx.exec('call recount_totals()')
  })
  await runAgain(tx, pending, personId)
}

async function recordedMutations(tx: EngineTransaction): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>('select id from local_mutations')
  return new Set(rows.map(({ id }) => id))
}

/** Tables of which `touches` does not record every read. */
const NOT_RECORDED = ['users', 'statement_matches', 'statement_keys', 'people'] as const

/** Returns the recorded mutations to undo before `tables` are written. */
async function affectedMutations(
  tx: EngineTransaction,
  recorded: ReadonlySet<string>,
  pending: readonly Pending[],
  tables: Batch['tables'],
): Promise<Set<string>> {
  const readUnrecorded = NOT_RECORDED.some((table) => tables[table])
  if (recorded.size === 0 || readUnrecorded) return new Set(recorded)
  const wanted = new Set(pending.map(({ id }) => id))
  const leaving = [...recorded].filter((id) => !wanted.has(id))
  const { rows = [], gone = [] } = tables.collections ?? {}
  const contributions = tables.contributions ?? { rows: [], gone: [] }
  const changed = [...gone, ...contributions.rows.map(({ id }) => id), ...contributions.gone]
  const { rows: found } = await tx.query<{ id: string }>(
    `select a.id from affected_mutations(
       $1::uuid[],
       $2::uuid[] || array(
         select r.id
         from jsonb_populate_recordset(null::collections, $3::text::jsonb) r
         left join collections k on k.id = r.id
         left join undo u on u.table_name = 'collections' and u.row_id = r.id
         where without_totals(to_jsonb(r)) is distinct from without_totals(
           case when u.row_id is null then to_jsonb(k) else u.before end
         )
       )
     ) a (id)`,
    [leaving, changed, JSON.stringify(rows)],
  )
  const affected = new Set(found.map(({ id }) => id))
  // A new mutation must run before the recorded ones that follow it in the queue.
  const firstNew = pending.findIndex(({ id }) => !recorded.has(id))
  const later = firstNew < 0 ? [] : pending.slice(firstNew)
  const isInOrder = later.every(({ id }) => !recorded.has(id) || affected.has(id))
  return isInOrder ? affected : new Set(recorded)
}

/** Returns whether one of `mutations` and one outside `known` touch the same row, and at least one writes it. */
async function sharesRows(
  tx: EngineTransaction,
  mutations: readonly Pending[],
  known: readonly Pending[],
): Promise<boolean> {
  if (mutations.length === 0) return false
  const { rows } = await tx.query<{ shares: boolean }>(
    `select exists (
       select
       from touches mine
       join touches other on other.row_id = mine.row_id
       where mine.mutation_id = any ($1::uuid[]) and other.mutation_id <> all ($2::uuid[])
         and (mine.writes or other.writes)
     ) as shares`,
    [mutations.map(({ id }) => id), known.map(({ id }) => id)],
  )
  return rows[0]?.shares ?? false
}

/**
 * Runs mutations on the rows as they are now. Leaves out one that its rule refuses or that fails twice: the
 * server decides about it (S9).
 */
export async function runAgain(
  tx: EngineTransaction,
  pending: readonly Pending[],
  personId: string,
): Promise<void> {
  if (pending.length === 0) return
  await tx.query('insert into local_mutations select unnest($1::uuid[])', [
    pending.map(({ id }) => id),
  ])
  for (const [index, mutation] of pending.entries()) {
    if (!(await tryMutation(tx, mutation, personId))) await tryMutation(tx, mutation, personId)
    if ((index + 1) % MUTATIONS_PER_TASK === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Returns false when something other than the rule failed, perhaps the engine. Rolls back a failed mutation. */
async function tryMutation(
  tx: EngineTransaction,
  mutation: Pending,
  personId: string,
): Promise<boolean> {
  let isJudged = true
  await tx.exec('savepoint mutation')
  try {
    await runMutation(tx, mutation, personId)
  } catch (error) {
    isJudged = error instanceof AppError
    // A broken engine fails here too, and with it the whole transaction.
    await tx.exec('rollback to savepoint mutation')
  }
  await tx.exec('release savepoint mutation')
  return isJudged
}

/** SQLSTATE classes 22 (bad data) and 23 (broken constraint), which the server refuses too. */
function isBadData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}
