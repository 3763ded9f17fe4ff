import { AppError } from '../../shared/errors.ts'
import { queries } from '../../shared/queries/queries.ts'
import type { Database } from '../data/database.ts'

/** Runs under the person's row-level policies. Throws AppError('not-found') for an unknown name. */
export async function runNamedQuery(
  database: Database,
  personId: string,
  name: string,
  args: unknown,
): Promise<unknown> {
  const query = queries.get(name)
  if (!query) throw new AppError('not-found', 'Esta versión del servidor no conoce esa consulta.')
  return database.asMember(personId, (tx) => query.answer(tx, args, personId))
}
