import { AppError } from '../../shared/errors.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { type EngineTransaction, transactionOn } from './copy-engine.ts'
import type { Pending } from './pending.ts'

/** Runs a mutation by its shared rule, at the moment it was made (S7). Throws the rule's AppError. */
export async function runMutation(
  tx: EngineTransaction,
  { name, args, at }: Pending,
  personId: string,
): Promise<void> {
  const mutation = mutations.get(name)
  if (!mutation) throw new AppError('not-found', 'Esta versión no conoce ese cambio.')
  await tx.query(`select set_config('app.moment', $1, true)`, [at])
  try {
    await mutation.apply(transactionOn(tx), args, { personId, now: new Date(at) })
  } catch (error) {
    throw isBadData(error)
      ? new AppError('invalid-input', 'Los datos no son válidos.', { cause: error })
      : error
  }
}

/**
 * Runs again what the server has not settled. What fails on the rows as they are now is left out
 * here: whether it holds is for the server to say (S9).
 */
export async function runAgain(
  tx: EngineTransaction,
  pending: readonly Pending[],
  personId: string,
): Promise<void> {
  for (const mutation of pending) {
    await tx.exec('savepoint mutation')
    try {
      await runMutation(tx, mutation, personId)
    } catch {
      // If it is the engine that failed, this fails too, and the whole transaction with it.
      await tx.exec('rollback to savepoint mutation')
    }
    await tx.exec('release savepoint mutation')
  }
}

/** SQLSTATE classes of bad data and broken constraints, as the server refuses them. */
function isBadData(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}
