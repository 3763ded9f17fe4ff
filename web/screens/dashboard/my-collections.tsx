import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import type { CollectionStatus } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import {
  COLLECTIONS_PER_PAGE,
  type CollectionSort,
  myCollections,
} from '../../../shared/queries/my-collections.ts'
import { useUser } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Collapsible } from '../../components/card.tsx'
import { DataTable, type Sort } from '../../components/data-table.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { FilterTabs, SearchInput, TableTools } from '../../components/table-tools.tsx'
import { ListPager } from '../../features/lists/list-pager.tsx'
import {
  asc,
  desc,
  isSortOf,
  type ListDefinition,
  NO_CHOICE,
  optionsOf,
  ordersOf,
  useListView,
} from '../../features/lists/list-view.ts'
import { rememberSort, withRememberedSort } from '../../features/lists/remembered-sort.ts'
import { SortMenu } from '../../features/lists/sort-menu.tsx'
import { COLLECTION_TABLE_COLUMNS, CollectionRow } from './collection-columns.tsx'

type Filter = CollectionStatus | 'todas'

const COLLECTIONS: ListDefinition<Filter, CollectionSort> = {
  filters: {
    todas: { slug: 'todas', label: 'Todas', none: '' },
    abierta: { slug: 'abierta', label: 'Abiertas', none: ' abiertas' },
    cerrada: { slug: 'cerrada', label: 'Cerradas', none: ' cerradas' },
  },
  methods: NO_CHOICE,
  sorts: {
    title: { slug: 'motivo', orders: [asc('Por motivo')] },
    status: { slug: 'estado', orders: [asc('Por estado')] },
    suggestedAmount: { slug: 'sugerido', orders: [desc('Mayor monto sugerido primero')] },
    amountCollected: { slug: 'recaudado', orders: [desc('Mayor recaudación primero')] },
    deadline: { slug: 'fecha', orders: [asc('Las que terminan antes primero')] },
    activity: { slug: 'actividad', orders: [desc('Con aportes recientes primero')] },
  },
}

/** Collections that the person organises. */
export function MyCollections({ count }: { count: string | undefined }) {
  const personId = useUser()?.id ?? ''
  const [sorted] = useState(() => withRememberedSort(COLLECTIONS, personId))
  const list = useListView(sorted)
  const sortBy = (sort: Sort<CollectionSort>) => {
    list.change({ sort })
    rememberSort(personId, sort)
  }
  return (
    <Collapsible title="Mis Colectas" count={count}>
      <TableTools
        search={
          <SearchInput
            label="Buscar por motivo"
            value={list.view.search}
            onValue={(search) => list.change({ search })}
          />
        }
        tabs={
          <FilterTabs
            label="Filtrar colectas"
            tabs={optionsOf(COLLECTIONS.filters)}
            value={list.view.filter}
            onPick={(filter) => list.change({ filter })}
          />
        }
      >
        <SortMenu
          label="Ordenar colectas"
          orders={ordersOf(COLLECTIONS)}
          sort={list.view.sort}
          onSort={sortBy}
          always
        />
        <ButtonLink to={links.newCollection()} variant="primary" icon={Plus} className="only-desk">
          Nueva Colecta
        </ButtonLink>
      </TableTools>
      <Rows {...list} onSort={sortBy} />
    </Collapsible>
  )
}

type RowsProps = ReturnType<typeof useListView<Filter, CollectionSort>> & {
  onSort: (sort: Sort<CollectionSort>) => void
}

function Rows({ view, change, onSort }: RowsProps) {
  const found = useQuery(myCollections, {
    search: view.search,
    status: view.filter === 'todas' ? null : view.filter,
    sort: view.sort.key,
    direction: view.sort.direction,
    page: view.page,
  })

  if (found.name === 'loading') {
    return <Skeleton rows={COLLECTIONS_PER_PAGE} label="Cargando colectas" />
  }
  if (found.name === 'failed') return <Failed title="Error al cargar las colectas" {...found} />
  const { rows, total } = found.answer
  if (total === 0) {
    return (
      <EmptyState
        icon={Search}
        title="Ninguna colecta así"
        role="status"
        actions={<Button onClick={() => change({ search: '', filter: 'todas' })}>Ver todas</Button>}
      >
        {noneFound(view.search.trim(), view.filter)}
      </EmptyState>
    )
  }
  return (
    <>
      <DataTable
        label="Mis Colectas"
        columns={COLLECTION_TABLE_COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        view={found.key}
        renderRow={(collection) => <CollectionRow collection={collection} />}
        sort={view.sort}
        onSort={(sort) => isSortOf(COLLECTIONS, sort) && onSort(sort)}
      />
      <ListPager
        page={view.page}
        perPage={COLLECTIONS_PER_PAGE}
        shown={rows.length}
        total={total}
        noun="resultados"
        onPage={(page) => change({ page })}
      />
    </>
  )
}

function noneFound(search: string, filter: Filter): string {
  const kind = COLLECTIONS.filters[filter].none
  if (search === '') return `No tienes colectas${kind}.`
  return `No hay colectas${kind} con “${search}”. Revisa cómo está escrito o mira todas.`
}
