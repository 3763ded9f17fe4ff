/** An error of Postgres from either engine. It contains neither statement nor values, so that it can be logged (A9). */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string // SQLSTATE; 08006 for every problem with the connection
  readonly constraint: string | undefined

  constructor(message: string, code: string, constraint?: string) {
    super(message)
    this.code = code
    this.constraint = constraint
  }
}

/** Rejects with a DatabaseError in place of the driver's error. */
export async function translated<T>(result: PromiseLike<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw toDatabaseError(error)
  }
}

/** Translates the driver's errors as `translated` does; errors that `work` throws pass unchanged. */
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

export const CONNECTION_FAILURE = '08006'
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/ // not a network's code such as EPIPE

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

type DriverError = Error & { code?: string; constraint?: string; constraint_name?: string }
