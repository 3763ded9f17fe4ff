import { useLiveQuery } from '@electric-sql/pglite-react'
import type * as z from 'zod/mini'
import type { AppError } from '../../shared/errors.ts'
import type { NamedQuery } from '../../shared/named-query.ts'
import { keyOf, type LiveRow, rowOf } from './live-queries.ts'
import { announceChange } from './query-cache.ts'

export type QueryState<Answer> =
  | { name: 'loading' }
  | {
      name: 'ready'
      key: string
      answer: Answer
      /** Of the previous arguments: those of now have no result yet. */
      isPrevious: boolean
      /** Previous, or from an earlier visit. */
      stale: boolean
      /** Of the last attempt to refresh the result. */
      error: AppError | null
    }
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
    return { name: 'ready', ...row, answer: row.answer, isPrevious: false }
  if (row.error) return { name: 'failed', error: row.error, retry: announceChange }
  if (current?.answer !== undefined) {
    const { key, answer } = current
    return { name: 'ready', key, answer, isPrevious: true, stale: true, error: null }
  }
  return { name: 'loading' }
}
