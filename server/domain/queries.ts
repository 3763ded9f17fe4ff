import { AppError } from '../../shared/errors.ts'
import { queries } from '../../shared/queries/queries.ts'
import type { Sql } from '../../shared/sql.ts'
import type { Database } from '../data/database.ts'
import { limitByKey } from '../data/limit-by-key.ts'

/** Long queries take turns, or one person would slow down the others (A5). */
const inPersonsTurn = limitByKey(1)

/** Runs under the person's row-level policies. Throws AppError('not-found') for an unknown name. */
export async function runNamedQuery(
  database: Database,
  personId: string,
  name: string,
  args: unknown,
): Promise<unknown> {
  const query = queries.get(name)
  if (!query) throw new AppError('not-found', 'Esta versión del servidor no conoce esa consulta.')
  if (!query.isLong) return database.asMember(personId, (tx) => query.answer(tx, args, personId))
  // Between two statements the embedded engine, which has one connection, serves other people.
  const sql: Sql = {
    query: (text, params) => database.asMember(personId, (tx) => tx.query(text, params)),
  }
  return inPersonsTurn(personId, () => query.answer(sql, args, personId))
}
