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

/** Waits for a driver's answer; what the driver throws becomes a `DatabaseError`. */
export async function translated<T>(answer: PromiseLike<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw toDatabaseError(error)
  }
}

/**
 * Runs a driver's transaction. Its own errors are translated; those that `work` throws belong to
 * the caller and pass unchanged.
 */
export async function translatedAround<S, T>(
  work: (session: S) => Promise<T>,
  transact: (work: (session: S) => Promise<T>) => Promise<T>,
): Promise<T> {
  let thrown: { error: unknown } | undefined
  try {
    return await transact(async (session) => {
      try {
        return await work(session)
      } catch (error) {
        thrown = { error }
        throw error
      }
    })
  } catch (error) {
    throw thrown?.error === error ? error : toDatabaseError(error)
  }
}

const CONNECTION_FAILURE = '08006'
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/ // unlike the codes of a network: EPIPE, ECONNRESET

/** What a driver threw, as everyone else knows it. */
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
