import type { ListWords } from '../../features/lists/list-view.ts'
import { useListView } from '../../features/lists/use-list-view.ts'

export type ContributionFilter = 'all' | 'unverified' | 'verified' | 'pending' | 'rejected'
export type ContributionSort = 'date' | 'name' | 'amount' | 'method' | 'message'

const WORDS: ListWords<ContributionFilter, ContributionSort> = {
  filters: [
    ['todos', 'all'],
    ['por-verificar', 'unverified'],
    ['acreditados', 'verified'],
    ['pendientes', 'pending'],
    ['rechazados', 'rejected'],
  ],
  sorts: [
    ['fecha', 'date'],
    ['aportante', 'name'],
    ['monto', 'amount'],
    ['metodo', 'method'],
    ['mensaje', 'message'],
  ],
  direction: 'desc',
}

/** Which contributions of the collection are looked at, newest first unless asked otherwise. */
export function useContributionsView() {
  return useListView(WORDS)
}

export type ContributionsView = ReturnType<typeof useContributionsView>
