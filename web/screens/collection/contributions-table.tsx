import { Search } from 'lucide-react'
import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { type Contribution, HIDDEN_DAYS } from '../../../shared/contribution.ts'
import { formatMoney } from '../../../shared/money.ts'
import {
  CONTRIBUTIONS_PER_PAGE,
  type ContributionFilter,
  type MethodFilter,
} from '../../../shared/queries/collection-contributions.ts'
import { contributionReview } from '../../../shared/queries/contribution-review.ts'
import { isolateName } from '../../../shared/text.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Note } from '../../components/note.tsx'
import { type RowRange, RowScroller } from '../../components/row-scroller.tsx'
import { ListPager } from '../../features/lists/list-pager.tsx'
import { isSortOf } from '../../features/lists/list-view.ts'
import { ReceiptDialog } from '../../features/receipts/receipt-dialog.tsx'
import { ContributionRow, contributionColumns } from './contribution-columns.tsx'
import { ContributionDetail } from './contribution-detail.tsx'
import styles from './contributions.module.css'
import {
  CONTRIBUTIONS,
  type ContributionsView,
  firstRowOf,
  pageOfRow,
  prefetchView,
  useRows,
} from './contributions-view.ts'
import { type Selection, useManyChanges } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { ContributionChanges } from './use-contribution-changes.ts'

type Props = {
  collection: Collection
  list: ContributionsView
  selection: Selection
  changes: ContributionChanges
  /** The one whose details are shown. */
  opened: Contribution | null
  onOpen: (contribution: Contribution | null) => void
  onEdit: (contribution: Contribution) => void
}

/** The rows, in pages or one scroll, with their selection and the dialogs that they open. */
export function ContributionsTable(props: Props) {
  const { collection, list, selection, changes, opened, onOpen } = props
  const { view, change } = list
  const prefetch = (wanted: Parameters<typeof change>[0]) => prefetchView(collection, list, wanted)
  const isHidden = view.filter === 'hidden'
  const [range, setRange] = useState<RowRange>({ first: firstRowOf(view), count: 15 })
  const { state, isCurrent, shown } = useRows(collection, view, range)
  const manyChanges = useManyChanges(collection, list)
  const [receiptOf, setReceiptOf] = useState<Contribution | null>(null)
  const rows = useMemo(() => shown.rows.map(changes.asExpected), [shown, changes])
  const arrived = useArrivedIds(JSON.stringify(view), isCurrent && !view.isWhole ? rows : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change with what is chosen
  const chosen = useMemo(
    () =>
      selection.isOn
        ? {
            has: selection.has,
            toggle: (row: Contribution, isChosen: boolean, isRange: boolean) =>
              selection.toggleOne(row, isChosen, rows, isRange),
          }
        : null,
    [selection.isOn, selection.chosen, rows],
  )
  const columns = useMemo(
    () =>
      contributionColumns({
        changes,
        isHidden,
        chosen,
        onOpen,
        onReceipt: setReceiptOf,
      }),
    [changes, isHidden, chosen, onOpen],
  )

  const isBeyondEnd = view.isWhole && isCurrent && rows.length === 0 && shown.total > 0
  // An old bookmark, or the last rows were removed.
  useEffect(() => {
    if (isBeyondEnd) setRange(({ count }) => ({ first: Math.max(0, shown.total - count), count }))
  }, [isBeyondEnd, shown.total])

  if (state.name === 'loading') {
    return <Skeleton rows={CONTRIBUTIONS_PER_PAGE} label="Cargando aportes" />
  }
  if (state.name === 'failed' && (!view.isWhole || rows.length === 0)) {
    return (
      <Failed title="Error al cargar los pagos" {...state}>
        Tus datos están a salvo.
      </Failed>
    )
  }
  const { first, total } = shown
  const table = (
    <DataTable
      label="Aportes"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      view={view.isWhole ? 'whole' : shown.key}
      part={view.isWhole ? { first, total } : undefined}
      renderRow={(contribution) => (
        <ContributionRow
          contribution={contribution}
          changes={changes}
          isHidden={isHidden}
          chosen={chosen}
          onOpen={onOpen}
          onReceipt={setReceiptOf}
        />
      )}
      sort={view.sort}
      onSort={(sort) => isSortOf(CONTRIBUTIONS, sort) && change({ sort })}
      onIntent={(sort) => isSortOf(CONTRIBUTIONS, sort) && prefetch({ sort })}
      isNew={({ id }) => arrived.has(id)}
    />
  )
  return (
    <>
      {selection.isOn && (
        <SelectionBar
          selection={selection}
          changes={manyChanges}
          rows={rows}
          total={total}
          isHidden={isHidden}
        />
      )}
      {isHidden && total > 0 && (
        <div className={styles.hidden}>
          <Note>
            No suman en la colecta. Cada aporte se borra {HIDDEN_DAYS} días después de ocultarlo.
          </Note>
        </div>
      )}
      {total === 0 ? (
        <NoneFound
          search={view.search.trim()}
          filter={view.filter}
          method={view.method}
          onShowAll={() => change({ search: '', filter: 'all', method: 'all' })}
        />
      ) : (
        <>
          <div id="lista-de-aportes" tabIndex={-1}>
            {view.isWhole ? (
              <RowScroller
                label="Todos los aportes"
                total={total}
                first={first}
                start={firstRowOf(view)}
                list={JSON.stringify({ ...view, page: null })}
                onRange={setRange}
                onRest={(row) => change({ page: pageOfRow(row) })}
              >
                {table}
              </RowScroller>
            ) : (
              table
            )}
          </div>
          {state.name === 'failed' && (
            <Note tone="warn">
              No se pudieron traer estas filas. {state.error.message}{' '}
              <Button size="sm" variant="quiet" onClick={state.retry}>
                Reintentar
              </Button>
            </Note>
          )}
          <ListPager
            page={view.page}
            perPage={CONTRIBUTIONS_PER_PAGE}
            shown={rows.length}
            total={total}
            noun="aportes"
            nounOfOne="aporte"
            onPage={(page) => change({ page })}
            onIntent={(page) => prefetch({ page })}
            whole={{
              first: view.isWhole ? first : null,
              onChange: (isWhole) => {
                setRange({ first: firstRowOf(view), count: rows.length })
                change({ isWhole, page: view.page })
              },
            }}
          />
        </>
      )}
      {opened && (
        <CurrentDetail
          collection={collection}
          contribution={opened}
          rows={rows}
          changes={changes}
          isHidden={isHidden}
          onReceipt={setReceiptOf}
          onEdit={props.onEdit}
          onClose={() => onOpen(null)}
        />
      )}
      {receiptOf && (
        <ReceiptDialog
          contributionId={receiptOf.id}
          lead={`De ${isolateName(receiptOf.contributorName)}, ${formatMoney(receiptOf.amount)}.`}
          repeated={receiptOf.receiptRepeated}
          onClose={() => setReceiptOf(null)}
        />
      )}
    </>
  )
}

type DetailProps = ComponentProps<typeof ContributionDetail> & { rows: readonly Contribution[] }

/** Shows what another device changes also when that takes the row from the list, by its filter or to another page. */
function CurrentDetail({ rows, contribution: opened, ...rest }: DetailProps) {
  const { id } = opened
  const found = useQuery(contributionReview, { id })
  const unlisted = found.name === 'ready' ? found.answer?.contribution : undefined
  const contribution = rows.find((row) => row.id === id) ?? unlisted ?? opened
  return <ContributionDetail {...rest} contribution={contribution} />
}

type NoneProps = {
  search: string
  filter: ContributionFilter
  method: MethodFilter
  onShowAll: () => void
}

function NoneFound({ search, filter, method, onShowAll }: NoneProps) {
  const { filters, methods } = CONTRIBUTIONS
  const byMethod = methods[method].none
  return (
    <EmptyState
      icon={Search}
      role="status"
      title={search === '' ? `${filters[filter].none}${byMethod}` : 'Nadie con ese nombre'}
      actions={<Button onClick={onShowAll}>Ver todos</Button>}
    >
      {search === ''
        ? 'Mira todos los aportes de la colecta.'
        : `No hay aportes de “${search}”${byMethod}. Revisa cómo está escrito o mira todos los aportes.`}
    </EmptyState>
  )
}

type Ids = ReadonlySet<string>

const NONE: Ids = new Set()

/** Returns the ids of rows newer than those that the view showed first. `rows` is null until they are loaded. */
function useArrivedIds(view: string, rows: Contribution[] | null): Ids {
  const [seen, setSeen] = useState({ view: '', newest: '', arrived: NONE })

  if (rows) {
    const newest =
      rows
        .map(({ paymentDate }) => paymentDate)
        .sort()
        .at(-1) ?? ''
    if (seen.view !== view) {
      setSeen({ view, newest, arrived: NONE })
    } else if (newest > seen.newest) {
      const late = rows.filter(({ paymentDate }) => paymentDate > seen.newest).map(({ id }) => id)
      setSeen({ view, newest, arrived: new Set([...seen.arrived, ...late]) })
    }
  }
  return seen.view === view ? seen.arrived : NONE
}
