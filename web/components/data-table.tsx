import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Direction } from '../../shared/paging.ts'
import { classNames } from './class-names.ts'
import styles from './data-table.module.css'
import { Icon } from './icon.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

export type Sort<Key extends string> = { key: Key; direction: Direction }

export type Column<Row, Key extends string = string> = {
  key: Key
  header: string
  headerHidden?: boolean
  sortable?: boolean
  /** The order after the first press: `desc` suits money and dates. */
  firstDirection?: Direction
  align?: 'end'
  /** `fit`: as narrow as its content; `grow`: takes the remaining space and truncates; `half`: two that share it. */
  width?: 'fit' | 'grow' | 'half'
  /** Screen readers read this column before each cell of its row. */
  isName?: boolean
  /** Omitted if the table is narrower than 62rem. */
  wideOnly?: boolean
  cell: (row: Row) => ReactNode
}

type DataTableProps<Row, Key extends string> = {
  label: string
  columns: Column<Row, Key>[]
  /** Constant or memoized, as the columns: otherwise every row is rendered again. */
  rows: Row[]
  rowKey: (row: Row) => string
  /** Identifies the query that returned the rows. Rows of another query reuse the elements of removed rows. */
  view?: string
  /** For narrow tables, inside an `<li>`: usually a ListRow. */
  renderRow: (row: Row) => ReactNode
  sort?: Sort<Key> | undefined
  onSort?: (sort: Sort<Key>) => void
  /** Prefetches when the pointer enters a column's button. */
  onIntent?: ((sort: Sort<Key>) => void) | undefined
  isNew?: (row: Row) => boolean
  /** `rows` are only a part of a list of `total` rows, from index `first` on: inside a RowScroller. */
  part?: { first: number; total: number } | undefined
}

const MIN_TABLE_WIDTH = 46 // rem

/** A table, or a list of the same rows if the container is narrow. */
export function DataTable<Row, Key extends string>(props: DataTableProps<Row, Key>) {
  const { label, columns, rows, rowKey, view, renderRow, isNew, part } = props

  const container = useRef<HTMLDivElement>(null)
  const isTable = useIsWiderThan(container, MIN_TABLE_WIDTH)
  const keys = useElementKeys(rows.map(rowKey), view)
  const focus = useKeptFocus(container)

  return (
    <div ref={container} className={styles.container} {...focus}>
      {isTable ? (
        <table className={styles.table} aria-label={label} aria-rowcount={part && part.total + 1}>
          <thead>
            <tr className={styles.row}>
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} {...props} />
              ))}
            </tr>
          </thead>
          <tbody className={styles.body}>
            {rows.map((row, index) => (
              <TableRow
                key={keys.get(rowKey(row))}
                row={row}
                columns={columns}
                isNew={isNew?.(row) ?? false}
                rowIndex={part && part.first + index + 2}
              />
            ))}
          </tbody>
        </table>
      ) : (
        <ul className={styles.list} aria-label={label}>
          {rows.map((row, index) => (
            <li
              key={keys.get(rowKey(row))}
              className={isNew?.(row) ? styles.new : undefined}
              aria-setsize={part?.total}
              aria-posinset={part && part.first + index + 1}
            >
              {renderRow(row)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ElementKeys = ReadonlyMap<string, number>

/**
 * Returns the React key of each row. Rows of another view get the keys, and so the elements, of removed rows, because
 * creating an element costs far more than changing its text. Within a view a row keeps its key, focus and open menu.
 */
function useElementKeys(ids: readonly string[], view: string | undefined): ElementKeys {
  const shown = useRef<{ view: string | undefined; keys: ElementKeys }>({ view, keys: new Map() })
  const before = shown.current.keys
  const isOtherView = view !== shown.current.view
  const free = isOtherView ? [...before].filter(([id]) => !ids.includes(id)) : []
  let last = Math.max(0, ...before.values())
  const keys = new Map(
    ids.map((id) => [id, before.get(id) ?? free.shift()?.[1] ?? ++last] as const),
  )
  useLayoutEffect(() => {
    shown.current = { view, keys }
  })
  return keys
}

type RowProps<Row, Key extends string> = {
  row: Row
  columns: Column<Row, Key>[]
  isNew: boolean
  /** The row's number in the whole table; the head is 1. */
  rowIndex: number | undefined
}

const TableRow = memo(function TableRow<Row, Key extends string>(props: RowProps<Row, Key>) {
  const { row, columns, isNew, rowIndex } = props
  return (
    <tr className={classNames(styles.row, isNew && styles.new)} aria-rowindex={rowIndex}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} />
      ))}
    </tr>
  )
}) as <Row, Key extends string>(props: RowProps<Row, Key> & { key?: unknown }) => ReactNode

type HeadCellProps<Row, Key extends string> = Pick<
  DataTableProps<Row, Key>,
  'sort' | 'onSort' | 'onIntent'
> & { column: Column<Row, Key> }

function HeadCell<Row, Key extends string>(props: HeadCellProps<Row, Key>) {
  const { column, sort, onSort, onIntent } = props
  const { key, header, headerHidden, sortable, firstDirection = 'asc' } = column
  const sorted = sort?.key === key ? sort.direction : undefined
  const opposite = sorted === 'asc' ? 'desc' : 'asc'
  const pressed = { key, direction: sorted ? opposite : firstDirection }
  const arrow = sorted ? (sorted === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown

  return (
    <th
      scope="col"
      className={classNames(styles.head, ...columnClasses(column))}
      data-grows={column.width === 'grow' || column.width === 'half' ? '' : undefined}
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
    >
      {sortable ? (
        <button
          type="button"
          onPointerEnter={() => onIntent?.(pressed)}
          onClick={() => onSort?.(pressed)}
        >
          {header}
          <Icon of={arrow} size={14} />
        </button>
      ) : (
        <span className={headerHidden ? 'sr' : undefined}>{header}</span>
      )}
    </th>
  )
}

function Cell<Row, Key extends string>({ column, row }: { column: Column<Row, Key>; row: Row }) {
  const look = classNames(styles.cell, ...columnClasses(column))
  if (!column.isName) return <td className={look}>{column.cell(row)}</td>
  return (
    <th scope="row" className={classNames(look, styles.name)}>
      {column.cell(row)}
    </th>
  )
}

function columnClasses({
  align,
  width,
  wideOnly,
}: Pick<Column<never>, 'align' | 'width' | 'wideOnly'>) {
  return [align && styles[align], width && styles[width], wideOnly && styles['wide-only']]
}

type ListRowProps = {
  lead?: ReactNode
  title: ReactNode
  value?: ReactNode
  middle?: ReactNode
  meta?: ReactNode
  badge?: ReactNode
  message?: ReactNode
  actions?: ReactNode
}

export function ListRow({ lead, title, value, middle, meta, badge, ...rest }: ListRowProps) {
  const { message, actions } = rest
  return (
    <div className={styles['list-row']}>
      <div className={styles.first}>
        {lead}
        <span className={styles.title}>{title}</span>
        {value && <span>{value}</span>}
      </div>
      {middle}
      {(meta || badge) && (
        <div className={styles.second}>
          <span>{meta}</span>
          {badge && <span>{badge}</span>}
        </div>
      )}
      {message && <div className="muted small breaks">{message}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

function useIsWiderThan(element: RefObject<HTMLElement | null>, rem: number): boolean {
  // Until it is measured, before the first paint, it counts as wide as the window.
  const [isWide, setWide] = useState(() => window.innerWidth >= rem * pixelsOfRem())

  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const look = () => setWide(current.clientWidth >= rem * pixelsOfRem())
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, rem])

  return isWide
}

function pixelsOfRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
