import { useLiveQuery } from '@electric-sql/pglite-react'
import type * as z from 'zod/mini'
import type { AppError } from '../../shared/errors.ts'
import type { NamedQuery } from '../../shared/named-query.ts'
import { keyOf, type LiveRow, rowOf } from './live-queries.ts'
import { announceChange } from './query-cache.ts'

export type QueryState<Answer> =
  | { name: 'loading' }
  /** `stale`: from the previous arguments or an earlier visit. `error`: of the last attempt to refresh the result. */
  | { name: 'ready'; key: string; answer: Answer; stale: boolean; error: AppError | null }
  | { name: 'failed'; error: AppError; retry: () => void }

/**
 * Updates the result: at once after local changes, within seconds after those of others. Needs `LiveDatabase` above.
 *
 * @example const page = useQuery(myCollections, { search, page: 2 })
 */
export function useQuery<Args extends z.ZodMiniType, Answer>(
  query: NamedQuery<Args, Answer>,
  args: z.input<Args>,
): QueryState<Answer> {
  const json = JSON.stringify(args)
  const key = keyOf(query.name, json)
  const current = useLiveQuery<LiveRow<Answer>>(query.name, [json])?.rows[0]
  // A cached result of new arguments is returned in the same render.
  const row = current?.key === key ? current : rowOf<Answer>(key)

  if (row.answer !== undefined)
    return { name: 'ready', key, answer: row.answer, stale: row.stale, error: row.error }
  if (row.error) return { name: 'failed', error: row.error, retry: announceChange }
  if (current?.answer !== undefined)
    return { name: 'ready', key: current.key, answer: current.answer, stale: true, error: null }
  return { name: 'loading' }
}
