import { useNavigate } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { METHOD_NAMES } from '../../../shared/contribution.ts'
import {
  type ContributionFilter,
  type ContributionSort,
  collectionContributions,
  type MethodFilter,
} from '../../../shared/queries/collection-contributions.ts'
import { prefetch } from '../../api/live.ts'
import {
  BY_DATE,
  BY_METHOD,
  type List,
  readListView,
  type useListView,
  writeListView,
} from '../../features/lists/list-view.ts'

export const CONTRIBUTIONS: List<ContributionFilter, ContributionSort, MethodFilter> = {
  filters: [
    { word: 'todos', value: 'all', label: 'Todos' },
    { word: 'por-verificar', value: 'unverified', label: 'Por verificar' },
    { word: 'acreditados', value: 'verified', label: 'Acreditados' },
    { word: 'pendientes', value: 'pending', label: 'Pendientes' },
    { word: 'rechazados', value: 'rejected', label: 'Rechazados' },
    { word: 'ocultos', value: 'hidden', label: 'Ocultos' },
  ],
  methods: [
    { word: 'todos', value: 'all', label: 'Todos los métodos' },
    { word: 'transferencia', value: 'Transferencia', label: METHOD_NAMES.Transferencia },
    { word: 'manual', value: 'Manual', label: METHOD_NAMES.Manual },
    { word: 'mercado-pago', value: 'MercadoPago', label: METHOD_NAMES.MercadoPago },
    { word: 'modo', value: 'MODO', label: METHOD_NAMES.MODO },
  ],
  sorts: [
    BY_DATE,
    { word: 'aportante', value: 'name', orders: [{ label: 'Por nombre', direction: 'asc' }] },
    {
      word: 'monto',
      value: 'amount',
      orders: [
        { label: 'Mayor monto primero', direction: 'desc' },
        { label: 'Menor monto primero', direction: 'asc' },
      ],
    },
    BY_METHOD,
    { word: 'mensaje', value: 'message', orders: [{ label: 'Por mensaje', direction: 'desc' }] },
  ],
}

export type ContributionsView = ReturnType<
  typeof useListView<ContributionFilter, ContributionSort, MethodFilter>
>

/** The arguments of the query that shows a view. */
export function queryOf({ id }: Collection, view: ContributionsView['view']) {
  const { search, filter, method, sort, page } = view
  const { key, direction } = sort
  return { collectionId: id, search, state: filter, method, sort: key, direction, page }
}

/** Gets what the list would show after `changes`. */
export function prefetchView(
  collection: Collection,
  { preview }: ContributionsView,
  changes: Parameters<ContributionsView['preview']>[0],
): void {
  prefetch(collectionContributions, queryOf(collection, preview(changes)))
}

/** Shows contributions to be verified: clears the search and keeps the order. */
export function useReview(): () => void {
  const navigate = useNavigate()
  return () => {
    const { search: query } = window.location
    const { sort } = readListView(query, CONTRIBUTIONS)
    const view = { search: '', filter: 'unverified', method: 'all', sort, page: 1 } as const
    navigate({ search: writeListView(query, view, CONTRIBUTIONS) }, { replace: true })
  }
}
