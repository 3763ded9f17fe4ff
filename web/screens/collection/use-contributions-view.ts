import { useNavigate } from 'react-router-dom'
import type {
  ContributionFilter,
  MethodFilter,
} from '../../../shared/queries/collection-contributions.ts'
import {
  type ListWords,
  readListView,
  useListView,
  writeListView,
} from '../../features/lists/list-view.ts'

export type ContributionSort = 'date' | 'name' | 'amount' | 'method' | 'message'

const WORDS: ListWords<ContributionFilter, ContributionSort, MethodFilter> = {
  filters: [
    ['todos', 'all'],
    ['por-verificar', 'unverified'],
    ['acreditados', 'verified'],
    ['pendientes', 'pending'],
    ['rechazados', 'rejected'],
    ['ocultos', 'hidden'],
  ],
  methods: [
    ['todos', 'all'],
    ['transferencia', 'Transferencia'],
    ['manual', 'Manual'],
    ['mercado-pago', 'MercadoPago'],
    ['modo', 'MODO'],
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

/** Page, search, filters and order of the list of contributions. The default order is newest first. */
export function useContributionsView() {
  return useListView(WORDS)
}

export type ContributionsView = ReturnType<typeof useContributionsView>

/** Shows the contributions to be verified: clears the search and keeps the order. */
export function useReview(): () => void {
  const navigate = useNavigate()
  return () => {
    const { search: query } = window.location
    const { sort } = readListView(query, WORDS)
    const view = { search: '', filter: 'unverified', method: 'all', sort, page: 1 } as const
    navigate({ search: writeListView(query, view, WORDS) }, { replace: true })
  }
}
