import { useLiveQuery } from '@electric-sql/pglite-react'
import type * as z from 'zod/mini'
import type { AppError } from '../../shared/errors.ts'
import type { NamedQuery } from '../../shared/named-query.ts'
import { announceChange } from './answers.ts'
import { keyOf, type LiveRow, rowOf } from './live-queries.ts'

export type QueryState<Answer> =
  | { name: 'loading' }
  /**
   * `stale`: an answer to the last question, or from the last visit, shown while the new one is on
   * its way. `error`: why the last attempt to renew it failed.
   */
  | { name: 'ready'; answer: Answer; stale: boolean; error: AppError | null }
  | { name: 'failed'; error: AppError; retry: () => void }

/**
 * Asks a named query and keeps the answer current: after a change of ours at once, after others'
 * within seconds. A screen does not know who answers. It stands within `LiveScreens`.
 *
 * @example const page = useQuery(myCollections, { search, page: 2 })
 */
export function useQuery<Args extends z.ZodMiniType, Answer>(
  query: NamedQuery<Args, Answer>,
  args: z.input<Args>,
): QueryState<Answer> {
  const json = JSON.stringify(args)
  const key = keyOf(query.name, json)
  const told = useLiveQuery<LiveRow<Answer>>(query.name, [json])?.rows[0]
  // What is known of a new question is shown with it, not a render later.
  const row = told?.key === key ? told : (rowOf(key) as LiveRow<Answer>)

  if (row.answer !== undefined)
    return { name: 'ready', answer: row.answer, stale: row.stale, error: row.error }
  if (row.error) return { name: 'failed', error: row.error, retry: announceChange }
  if (told?.answer !== undefined)
    return { name: 'ready', answer: told.answer, stale: true, error: null }
  return { name: 'loading' }
}
