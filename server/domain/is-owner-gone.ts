import { DatabaseError } from '../data/database-error.ts'

const NOBODY_TO_BELONG_TO = '23503'

/** A row's parent was deleted meanwhile, for example with an account. */
export function isOwnerGone(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code === NOBODY_TO_BELONG_TO
}
