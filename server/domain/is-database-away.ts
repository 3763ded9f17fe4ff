import { DatabaseError } from '../data/database-error.ts'

/**
 * SQLSTATE classes: connection exception, insufficient resources, operator intervention. Codes: not
 * serializable, deadlock, lock not given in time, transaction idle for too long.
 */
const AWAY = /^(08|53|57|40001|40P01|55P03|25P03)/

/** True when the database could not be reached or could not work, or others were in the way: later it may. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseError && AWAY.test(error.code)
}
