import { HandCoins, Search } from 'lucide-react'
import { Link } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import {
  LATEST_CONTRIBUTIONS,
  type MyContribution,
  type MyContributionSort,
  myContributions,
} from '../../../shared/queries/my-contributions.ts'
import { useQuery } from '../../api/use-query.ts'
import { Blank, Failed } from '../../components/blank.tsx'
import { Button } from '../../components/button.tsx'
import { Collapsible } from '../../components/card.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { SearchInput, TableTools } from '../../components/table-tools.tsx'
import { formatCount } from '../../features/lists/format-count.ts'
import {
  BY_DATE,
  BY_METHOD,
  type List,
  NO_CHOICE,
  ordersOf,
  useListView,
} from '../../features/lists/list-view.ts'
import { SortMenu } from '../../features/lists/sort-menu.tsx'
import {
  MY_CONTRIBUTION_COLUMNS,
  MyContributionRow,
} from '../../features/receipts/my-contribution-columns.tsx'
import styles from './dashboard.module.css'

const CONTRIBUTIONS: List<null, MyContributionSort> = {
  prefix: 'aportes',
  filters: NO_CHOICE,
  methods: NO_CHOICE,
  sorts: [
    BY_DATE,
    { word: 'colecta', value: 'collection', orders: [{ label: 'Por colecta', direction: 'asc' }] },
    {
      word: 'monto',
      value: 'amount',
      orders: [{ label: 'Mayor monto primero', direction: 'desc' }],
    },
    BY_METHOD,
  ],
}

export function MyContributions() {
  const list = useListView(CONTRIBUTIONS)
  const { search, sort } = list.view
  const found = useQuery(myContributions, { search, sort: sort.key, direction: sort.direction })
  const isSearched = search.trim() !== ''
  const isEmpty = found.name === 'ready' && found.answer.length === 0 && !isSearched
  const isCounted = found.name === 'ready' && !found.stale && !isSearched

  return (
    <Collapsible
      title="Mis Aportes"
      count={isCounted ? formatCount(found.answer.length) : undefined}
    >
      {!isEmpty && (
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
      <Rows found={found} list={list} />
      {found.name === 'ready' && found.answer.length === LATEST_CONTRIBUTIONS && (
        <p className={styles.more}>
          <Link to={links.payments()}>Ver todos mis pagos</Link>
        </p>
      )}
    </Collapsible>
  )
}

type RowsProps = {
  found: ReturnType<typeof useQuery<typeof myContributions.args, MyContribution[]>>
  list: ReturnType<typeof useListView<null, MyContributionSort>>
}

function Rows({ found, list: { view, change } }: RowsProps) {
  if (found.name === 'loading') return <Skeleton rows={3} label="Cargando aportes" />
  if (found.name === 'failed') {
    return (
      <Failed title="Error al cargar los pagos" onRetry={found.retry}>
        {found.error.message}
      </Failed>
    )
  }
  if (found.answer.length === 0 && view.search.trim() === '') {
    return (
      <Blank icon={HandCoins} title="Todavía no hiciste aportes">
        Cuando aportes a una colecta con tu sesión iniciada, lo verás aquí.
      </Blank>
    )
  }
  if (found.answer.length === 0) {
    return (
      <Blank
        icon={Search}
        title="Ninguna colecta así"
        role="status"
        actions={<Button onClick={() => change({ search: '' })}>Ver todos</Button>}
      >
        No hiciste aportes a “{view.search.trim()}”. Revisa cómo está escrito.
      </Blank>
    )
  }
  return (
    <DataTable
      label="Mis Aportes"
      columns={MY_CONTRIBUTION_COLUMNS}
      rows={found.answer}
      rowKey={({ id }) => id}
      renderRow={(contribution) => <MyContributionRow contribution={contribution} />}
      sort={view.sort}
      onSort={({ key, direction }) => key !== 'state' && change({ sort: { key, direction } })}
    />
  )
}
