import { useState } from 'react'
import { COLLECTION_STATUSES } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { AMOUNT_COLUMN } from '../../components/contribution-columns.tsx'
import { type Column, DataTable, ListRow, type Sort } from '../../components/data-table.tsx'
import { Menu } from '../../components/menu.tsx'
import { Money } from '../../components/money.tsx'
import { Pager } from '../../components/pager.tsx'
import { Tiles } from '../../components/progress.tsx'
import { RowScroller } from '../../components/row-scroller.tsx'
import { FilterSelect, StatusSelect } from '../../components/select.tsx'
import { FilterTabs, SearchInput, TableTools } from '../../components/table-tools.tsx'
import { Tabs, tabId } from '../../components/tabs.tsx'

type Person = { name: string; amount: number }
type Key = 'name' | 'amount' | 'message' | 'actions'

const JULIETA: Person = { name: 'Julieta Romero', amount: 1_500_000 }
const NAHUEL: Person = { name: 'Nahuel Quiroga', amount: 2_000_050 }
const ZOE: Person = { name: 'Zoe Álvarez', amount: 1_000_000 }
const FIRST_PAGE = [JULIETA, NAHUEL]
const OTHER_PAGES = [NAHUEL, ZOE]
const MET_LATER = [ZOE, JULIETA]
const HUNDRED = Array.from({ length: 100 }, (_, index) => ({
  name: `Aportante ${index + 1}`,
  amount: 1_500_000,
}))

const METHODS = [
  { value: 'all', label: 'Todos los métodos' },
  { value: 'Manual', label: 'Manual' },
]

const COLUMNS: Column<Person, Key>[] = [
  { key: 'name', header: 'Aportante', sortable: true, isName: true, cell: ({ name }) => name },
  AMOUNT_COLUMN,
  { key: 'message', header: 'Mensaje', wideOnly: true, cell: () => '¡Vamos!' },
  {
    key: 'actions',
    header: 'Acciones',
    headerHidden: true,
    align: 'end',
    cell: ({ name }) => (
      <Menu
        label={`Más acciones para ${name}`}
        items={[{ label: 'Ver detalle', onPick: () => document.body.append(`Visto: ${name}`) }]}
      />
    ),
  },
]

/** `/galeria`: a list with tabs, search, filters, orders and pages. */
export function ListSample() {
  const [sort, setSort] = useState<Sort<Key>>({ key: 'name', direction: 'asc' })
  const [status, setStatus] = useState<'abierta' | 'cerrada'>('abierta')
  const [tab, setTab] = useState<'all' | 'pending'>('all')
  const [method, setMethod] = useState('Manual')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [part, setPart] = useState<'list' | 'details'>('list')
  const panelId = (key: typeof part) => `sample-${key}`

  return (
    <>
      <Tabs
        label="Partes"
        tabs={[
          { key: 'list', label: 'Lista' },
          { key: 'details', label: 'Detalles' },
        ]}
        shown={part}
        onShow={setPart}
        panelId={panelId}
      />
      <p
        role="tabpanel"
        id={panelId('list')}
        aria-labelledby={tabId(panelId('list'))}
        hidden={part !== 'list'}
      >
        Una lista
      </p>
      <p
        role="tabpanel"
        id={panelId('details')}
        aria-labelledby={tabId(panelId('details'))}
        hidden={part !== 'details'}
      >
        Los detalles
      </p>
      <StatusSelect
        label="Estado de la colecta"
        value={status}
        looks={COLLECTION_STATUSES}
        onPick={setStatus}
      />
      <p>Quedó {status}</p>
      <Tiles verified={250} confirmed={660} total={1000} people={16} />
      <Card pad={false} clip>
        <TableTools
          title="Lista"
          search={<SearchInput label="Buscar por nombre" value={search} onValue={setSearch} />}
          tabs={
            <FilterTabs
              label="Filtrar aportes"
              value={tab}
              onPick={setTab}
              tabs={[
                { value: 'all', label: 'Todos', count: '1.284' },
                { value: 'pending', label: 'Pendientes', count: '6' },
              ]}
            />
          }
          tabsBelow
          pick={
            <FilterSelect
              label="Filtrar por método"
              placeholder="Método"
              options={METHODS}
              value={method}
              onPick={setMethod}
            />
          }
        />
        <DataTable
          label="Aportes"
          columns={COLUMNS}
          rows={page > 1 ? OTHER_PAGES : tab === 'pending' ? MET_LATER : FIRST_PAGE}
          rowKey={({ name }) => name}
          view={String(page)}
          sort={sort}
          onSort={setSort}
          renderRow={({ name, amount }) => (
            <ListRow title={name} value={<Money amount={amount} />} meta="Transferencia" />
          )}
        />
        <Pager summary={`Página ${page} de 129`} page={page} pageCount={129} onPage={setPage} />
      </Card>
    </>
  )
}

/** `/galeria`: a list of 100 rows in one scroll. */
export function ScrollSample() {
  const [{ first, count }, setRange] = useState({ first: 0, count: 15 })
  const shown = HUNDRED.slice(first, first + count)
  return (
    <Card pad={false} clip>
      <RowScroller
        label="Cien aportes"
        total={HUNDRED.length}
        first={first}
        start={0}
        list=""
        onRange={setRange}
        onRest={() => {}}
      >
        <DataTable
          label="Aportes, sin páginas"
          columns={COLUMNS}
          rows={shown}
          rowKey={({ name }) => name}
          part={{ first, total: HUNDRED.length }}
          renderRow={({ name, amount }) => (
            <ListRow title={name} value={<Money amount={amount} />} meta="Transferencia" />
          )}
        />
      </RowScroller>
    </Card>
  )
}
