import { DatabaseError } from '../data/database-error.ts'

/** SQLSTATE classes: connection exception, insufficient resources, operator intervention. */
const AWAY = /^(08|53|57)/

/** True when the database could not be reached or could not work: later it may. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseError && AWAY.test(error.code)
}
