import { DatabaseError } from '../data/database-error.ts'

/** Classes: connection, resources, operator intervention. Codes: serialization, deadlock, lock, idle timeout. */
const AWAY = /^(08|53|57|40001|40P01|55P03|25P03)/

export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseError && AWAY.test(error.code)
}
