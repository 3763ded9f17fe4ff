/**
 * What Postgres refused, alike from both engines and short enough for a log: neither the
 * statement nor its values travel along (A9).
 *
 * @example if (error instanceof DatabaseError && error.code === '23505') …
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLSTATE; 08006 stands for every trouble with the connection. */
  readonly code: string
  readonly constraint: string | undefined

  constructor(message: string, code: string, constraint?: string) {
    super(message)
    this.code = code
    this.constraint = constraint
  }
}

const CONNECTION_FAILURE = '08006'
const SQLSTATE = /^[0-9A-Z]{5}$/

/** Turns what a driver threw into a `DatabaseError`; leaves alone what is none of the database's. */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error
  const { message, code, constraint, constraint_name } = error as DriverError
  if (code === undefined) return error
  return new DatabaseError(
    message,
    SQLSTATE.test(code) ? code : CONNECTION_FAILURE,
    constraint ?? constraint_name,
  )
}

/** PGlite says `constraint`, postgres.js says `constraint_name`. */
type DriverError = Error & { code?: string; constraint?: string; constraint_name?: string }
