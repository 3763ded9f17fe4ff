import { DatabaseError } from '../data/database-error.ts'

/**
 * SQLSTATE classes: connection exception, insufficient resources, operator intervention. Codes: serialization
 * failure, deadlock, lock not available, idle transaction timeout.
 */
const AWAY = /^(08|53|57|40001|40P01|55P03|25P03)/

/** Not reachable, overloaded, or others hold its locks. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseError && AWAY.test(error.code)
}
