import { HandCoins, Search } from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatMoment } from '../../../shared/dates.ts'
import { links } from '../../../shared/links.ts'
import { type MyContribution, myContributions } from '../../../shared/queries/my-contributions.ts'
import { useQuery } from '../../api/use-query.ts'
import { Blank } from '../../components/blank.tsx'
import { Button } from '../../components/button.tsx'
import { Collapsible } from '../../components/collapsible.tsx'
import { ContributionBadge } from '../../components/contribution-badge.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Failed } from '../../components/failed.tsx'
import { ListRow } from '../../components/list-row.tsx'
import { Money } from '../../components/money.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TableTools } from '../../components/table-tools.tsx'
import { formatCount } from '../../features/lists/format-count.ts'
import type { ListWords } from '../../features/lists/list-view.ts'
import { type Order, SortMenu } from '../../features/lists/sort-menu.tsx'
import { useListView } from '../../features/lists/use-list-view.ts'
import { MyReceipt } from '../../features/receipts/my-receipt.tsx'
import styles from './my-contributions.module.css'

type ContributionSort = 'date' | 'collection' | 'amount' | 'method'

const WORDS: ListWords<null, ContributionSort> = {
  prefix: 'aportes',
  filters: [['todos', null]],
  sorts: [
    ['fecha', 'date'],
    ['colecta', 'collection'],
    ['monto', 'amount'],
    ['metodo', 'method'],
  ],
  direction: 'desc',
}

const ORDERS: Order<ContributionSort>[] = [
  { label: 'Más recientes primero', key: 'date', direction: 'desc' },
  { label: 'Más antiguos primero', key: 'date', direction: 'asc' },
  { label: 'Por colecta', key: 'collection', direction: 'asc' },
  { label: 'Mayor monto primero', key: 'amount', direction: 'desc' },
  { label: 'Por método', key: 'method', direction: 'asc' },
]

/** "Mis Aportes": the latest ten that this person gave (specification 9). */
export function MyContributions() {
  const list = useListView(WORDS)
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
            orders={ORDERS}
            sort={sort}
            onSort={(sort) => list.change({ sort })}
          />
        </TableTools>
      )}
      <Rows found={found} list={list} />
    </Collapsible>
  )
}

type RowsProps = {
  found: ReturnType<typeof useQuery<typeof myContributions.args, MyContribution[]>>
  list: ReturnType<typeof useListView<null, ContributionSort>>
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
      columns={COLUMNS}
      rows={found.answer}
      rowKey={({ id }) => id}
      renderRow={(contribution) => <Row contribution={contribution} />}
      sort={view.sort}
      onSort={({ key, direction }) => key !== 'state' && change({ sort: { key, direction } })}
    />
  )
}

const COLUMNS: Column<MyContribution, ContributionSort | 'state'>[] = [
  {
    key: 'collection',
    header: 'Colecta',
    sortable: true,
    isName: true,
    width: 'grow',
    cell: ({ collectionId, collectionTitle }) => (
      <div className={styles.title}>
        <Link to={links.contribute(collectionId)} className="clip" title={collectionTitle}>
          {collectionTitle}
        </Link>
      </div>
    ),
  },
  {
    key: 'amount',
    header: 'Monto',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    cell: ({ amount }) => (
      <span className="strong">
        <Money amount={amount} />
      </span>
    ),
  },
  {
    key: 'method',
    header: 'Método',
    sortable: true,
    cell: ({ paymentMethod }) => <span className="muted">{paymentMethod}</span>,
  },
  {
    key: 'state',
    header: 'Estado',
    cell: (contribution) => (
      <div className={styles.state}>
        <ContributionBadge state={contribution.state} />
        <MyReceipt contribution={contribution} />
      </div>
    ),
  },
  {
    key: 'date',
    header: 'Fecha',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    cell: ({ paymentDate }) => <span className="num">{formatMoment(paymentDate).day}</span>,
  },
]

function Row({ contribution }: { contribution: MyContribution }) {
  const { collectionId, collectionTitle, amount, paymentDate, paymentMethod, state } = contribution
  return (
    <ListRow
      title={<Link to={links.contribute(collectionId)}>{collectionTitle}</Link>}
      value={<Money amount={amount} />}
      meta={`${formatMoment(paymentDate).day} · ${paymentMethod}`}
      badge={<ContributionBadge state={state} />}
      actions={<MyReceipt contribution={contribution} />}
    />
  )
}
