import { readStoredJson, store } from '../../api/device-storage.ts'
import type { Sort } from '../../components/data-table.tsx'
import { isSortOf, type ListDefinition } from './list-view.ts'

const KEY = 'collections-sort'

interface Remembered {
  personId: string
  key: string
  direction: string
}

/** For the next visits of this person on this device. */
export function rememberSort(personId: string, { key, direction }: Sort<string>): void {
  store(KEY, JSON.stringify({ personId, key, direction } satisfies Remembered))
}

/** For signing out (S10). */
export function forgetSort(): void {
  store(KEY, null)
}

/** Returns the list with the remembered order as its default. */
export function withRememberedSort<
  Filter extends string,
  Key extends string,
  Method extends string,
>(
  list: ListDefinition<Filter, Key, Method>,
  personId: string,
): ListDefinition<Filter, Key, Method> {
  const remembered = readStoredJson(KEY) as Partial<Remembered> | null
  const { key = '', direction } = remembered ?? {}
  if (remembered?.personId !== personId) return list
  if (direction !== 'asc' && direction !== 'desc') return list
  const sort: Sort<string> = { key, direction }
  return isSortOf(list, sort) ? { ...list, defaultSort: sort } : list
}
