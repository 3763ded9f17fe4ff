import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import {
  type FocusEvent,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import styles from './data-table.module.css'
import { Icon } from './icon.tsx'

export type Direction = 'asc' | 'desc'
export type Sort<Key extends string> = { key: Key; direction: Direction }

export type Column<Row, Key extends string = string> = {
  key: Key
  header: string
  headerHidden?: boolean
  sortable?: boolean
  /** Of the first press: `desc` suits money and dates. */
  firstDirection?: Direction
  align?: 'end'
  /** `fit`: as narrow as its content; `grow`: takes the remaining space and truncates. */
  width?: 'fit' | 'grow'
  /** Names its row: screen readers read it before each cell. */
  isName?: boolean
  /** Omitted below 62rem of the table's own width. */
  wideOnly?: boolean
  cell: (row: Row) => ReactNode
}

type DataTableProps<Row, Key extends string> = {
  label: string
  columns: Column<Row, Key>[]
  /** Constant or memoized, as the columns: a row is rendered again only when it or they change. */
  rows: Row[]
  rowKey: (row: Row) => string
  /** Identifies the query that returned the rows. Rows of another query reuse the elements of removed rows. */
  view?: string
  /** For narrow cards, inside an `<li>`: usually a ListRow. */
  renderRow: (row: Row) => ReactNode
  sort?: Sort<Key> | undefined
  onSort?: (sort: Sort<Key>) => void
  /** Called when the pointer enters a column's button, to prefetch. */
  onIntent?: ((sort: Sort<Key>) => void) | undefined
  isNew?: (row: Row) => boolean
  /** Of a list of `total` rows only these, from the index `first` on: inside a RowScroller. */
  part?: { first: number; total: number } | undefined
}

/** Measured on the card, not the window. */
const MIN_TABLE_WIDTH = 46 // rem

/** A table where it fits, otherwise a list of the same rows. */
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
 * Returns the React key of each row. Creating an element costs many times more than changing its text, so rows of another
 * view get the keys, and with them the elements, of removed rows. Within a view a row keeps its key, and with it the
 * focus and an open menu.
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

const ROWS = 'tbody > tr, li'

/**
 * Moves the focus when a press removes its own button, alone or with the whole row: the next button of that name gets
 * it, so that a person who uses the keyboard continues there.
 */
function useKeptFocus(container: RefObject<HTMLElement | null>) {
  const focused = useRef<{ button: Element; row: number } | null>(null)
  const rowsOf = () => [...(container.current?.querySelectorAll(ROWS) ?? [])]

  useLayoutEffect(() => {
    if (!focused.current || focused.current.button.isConnected) return
    const { button, row } = focused.current
    focused.current = null
    if (document.activeElement !== document.body) return
    const buttons = rowsOf().map((one) => [...one.querySelectorAll('button')])
    const isAlike = ({ textContent }: Element) => textContent === button.textContent
    const next = buttons.slice(row).flat().find(isAlike) ?? buttons.flat().findLast(isAlike)
    const other = (buttons[row] ?? buttons.at(-1))?.[0]
    ;(next ?? other)?.focus()
  })

  return {
    onFocus({ target }: FocusEvent) {
      const row = target.closest(ROWS)
      focused.current = row && { button: target, row: rowsOf().indexOf(row) }
    },
    onBlur() {
      // Removing a focused button causes no blur event.
      focused.current = null
    },
  }
}

type RowProps<Row, Key extends string> = {
  row: Row
  columns: Column<Row, Key>[]
  isNew: boolean
  /** Of the whole table, from 1, with its head. */
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
      data-grows={column.width === 'grow' ? '' : undefined}
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
  /** At the end of the first line: the amount, a status. */
  value?: ReactNode
  middle?: ReactNode
  meta?: ReactNode
  /** At the end of the second line. */
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
