import { Search } from 'lucide-react'
import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import {
  LATEST_CONTRIBUTIONS,
  type MyContributionSort,
  myContributions,
} from '../../../shared/queries/my-contributions.ts'
import { formatCount } from '../../../shared/text.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Collapsible } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { SearchInput, TableTools } from '../../components/table-tools.tsx'
import {
  asc,
  desc,
  type ListDefinition,
  NO_CHOICE,
  ordersOf,
  SORT_BY_DATE,
  SORT_BY_METHOD,
  useListView,
} from '../../features/lists/list-view.ts'
import { SortMenu } from '../../features/lists/sort-menu.tsx'
import { MyContributionsTable } from '../../features/receipts/my-contributions-table.tsx'
import styles from './dashboard.module.css'

const CONTRIBUTIONS: ListDefinition<'all', MyContributionSort> = {
  prefix: 'aportes',
  filters: NO_CHOICE,
  methods: NO_CHOICE,
  sorts: {
    date: SORT_BY_DATE,
    collection: { slug: 'colecta', orders: [asc('Por colecta')] },
    amount: { slug: 'monto', orders: [desc('Mayor monto primero')] },
    method: SORT_BY_METHOD,
  },
}

/** Contributions that the person made. */
export function MyContributions() {
  const list = useListView(CONTRIBUTIONS)
  const { search, sort } = list.view
  const found = useQuery(myContributions, { search, sort: sort.key, direction: sort.direction })
  const isSearched = search.trim() !== ''
  const isNone = found.name === 'ready' && found.answer.length === 0
  const isNoneFound = isNone && isSearched
  const isCounted = found.name === 'ready' && !found.stale && !isSearched

  return (
    <Collapsible
      title="Mis Aportes"
      count={isCounted ? formatCount(found.answer.length) : undefined}
    >
      {(!isNone || isSearched) && (
        <TableTools
          search={
            <SearchInput
              label="Buscar por colecta"
              value={search}
              onValue={(search) => list.change({ search })}
            />
          }
        >
          <SortMenu
            label="Ordenar mis aportes"
            orders={ordersOf(CONTRIBUTIONS)}
            sort={sort}
            onSort={(sort) => list.change({ sort })}
          />
        </TableTools>
      )}
      {isNoneFound ? (
        <EmptyState
          icon={Search}
          title="Ninguna colecta así"
          role="status"
          actions={<Button onClick={() => list.change({ search: '' })}>Ver todos</Button>}
        >
          No hiciste aportes a “{search.trim()}”. Revisa cómo está escrito.
        </EmptyState>
      ) : (
        <MyContributionsTable
          label="Mis Aportes"
          found={found}
          skeleton={<Skeleton rows={3} label="Cargando aportes" />}
          emptyTitle="Todavía no hiciste aportes"
          sort={sort}
          onSort={(sort) => list.change({ sort })}
        />
      )}
      {found.name === 'ready' && found.answer.length === LATEST_CONTRIBUTIONS && (
        <p className={styles.more}>
          <Link to={links.payments()}>Ver todos mis pagos</Link>
        </p>
      )}
    </Collapsible>
  )
}
