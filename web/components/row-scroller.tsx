import {
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import styles from './row-scroller.module.css'

export interface RowRange {
  first: number
  count: number
}

type RowScrollerProps = {
  label: string
  total: number
  /** Index of the first row in `children`. */
  first: number
  /** Index of the row shown first; 0 once `list` has changed. */
  start: number
  /** Identifies the list: its search, filters and order. */
  list: string
  /** Called in the frame of the scroll. The previous rows stay until the new ones are rendered. */
  onRange: (range: RowRange) => void
  /** The scroll has ended; `first` is the index of the first visible row. */
  onRest: (first: number) => void
  children: ReactNode
}

/** Firefox limits heights to 17.9 million px. In a higher list one px of scrolling moves the rows by several px. */
const MAX_TRACK = 15_000_000 // px
const REST_MS = 150

/**
 * A virtualized list: only the visible rows are elements. The browser scrolls an empty track behind them, and the page
 * moves the rows once it has rendered them, so no frame is blank.
 */
export function RowScroller(props: RowScrollerProps) {
  const { label, total, first, start, list, onRange, onRest, children } = props
  const scroller = useRef<HTMLElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [size, setSize] = useState(UNKNOWN)
  const track = trackOf(total, size)

  const position = () => positionAt(scroller.current?.scrollTop ?? 0, track)

  /** Shifts the rows up by the part of the first row that is scrolled out. */
  function place(): void {
    const body = bodyOf(pane.current)
    if (!body) return
    const hidden = position() - first
    const [row] = body.children
    let shift = 0
    if (position() === track.lastPosition && first + body.children.length === total)
      shift = Math.min(0, size.rows - body.getBoundingClientRect().height)
    else if (hidden >= 0 && hidden < 1 && row) shift = -hidden * row.getBoundingClientRect().height
    pane.current?.style.setProperty('--rows-transform', `translateY(${shift}px)`)
  }

  const shown = useRef<RowRange>({ first: -1, count: 0 })
  function show(): void {
    if (size.row === 0) return
    const range = {
      first: Math.floor(position()),
      count: Math.ceil(size.rows / size.leastRow) + 2,
    }
    if (range.first === shown.current.first && range.count === shown.current.count) place()
    else {
      shown.current = range
      onRange(range)
    }
  }

  const onScroll = () => {
    flushSync(show) // in this frame, before the browser paints
    clearTimeout(resting.current)
    resting.current = setTimeout(() => onRest(Math.floor(position())), REST_MS)
  }
  useEffect(() => () => clearTimeout(resting.current), [])

  useLayoutEffect(() => {
    let width: number | undefined
    const observer = new ResizeObserver(([entry]) => {
      const isWider = width !== undefined && width !== entry?.contentRect.width
      width = entry?.contentRect.width
      if (isWider) releaseWidths(pane.current)
      setSize((known) => sizeOf(pane.current, isWider ? UNKNOWN : known))
    })
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  // The new rows may be lower than the previous ones.
  useLayoutEffect(() => {
    setSize((known) => sizeOf(pane.current, known))
    holdWidths(pane.current)
    place()
  })

  const begun = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per list, as soon as its track has a length
  useLayoutEffect(() => {
    if (!scroller.current || size.row === 0 || begun.current === list) return
    const begins = begun.current === undefined ? start : 0
    begun.current = list
    scroller.current.scrollTop = (begins / (track.lastPosition || 1)) * track.length
    show()
  }, [list, size.row])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when more or fewer rows fit
  useLayoutEffect(show, [size.rows, size.leastRow, total])

  /** The lower edge cuts rows, and the browser does not scroll to a focused element there. */
  const onFocus = ({ target }: FocusEvent) => {
    const { current } = scroller
    const row = target.closest('tr, li')
    if (!current || !row || target === current) return
    const below = row.getBoundingClientRect().bottom - current.getBoundingClientRect().bottom
    if (below > 0) current.scrollTop += below
  }

  return (
    <section
      ref={scroller}
      className={styles.scroller}
      style={
        size.row === 0
          ? {}
          : ({
              '--whole': `${Math.ceil(size.head + total * size.row)}px`,
              '--track': `${track.length}px`,
            } as CSSProperties)
      }
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      onScroll={onScroll}
      onFocus={onFocus}
    >
      <div className={styles.track}>
        <div ref={pane} className={styles.pane}>
          {children}
        </div>
      </div>
    </section>
  )
}

/** In px. */
interface Size {
  rows: number
  /** The mean height of a row when rows were first measured. */
  row: number
  leastRow: number
  head: number
}

const UNKNOWN: Size = { rows: 0, row: 0, leastRow: 0, head: 0 }

interface Track {
  /** The scrollable height, in px. */
  length: number
  /** The scroll position at the end: the number of rows above the upper edge, with a fraction. */
  lastPosition: number
}

export function trackOf(total: number, { rows, row }: Pick<Size, 'rows' | 'row'>): Track {
  if (row === 0) return { length: 0, lastPosition: 0 }
  const lastPosition = Math.max(0, total - rows / row)
  return { length: Math.min(MAX_TRACK, lastPosition * row), lastPosition }
}

/** Returns the number of rows above the upper edge, with a fraction. */
export function positionAt(scrollTop: number, { length, lastPosition }: Track): number {
  // Browsers round the scroll position.
  if (scrollTop >= length - 1) return lastPosition
  // Below zero while Safari bounces at the first row.
  return (Math.max(0, scrollTop) / length) * lastPosition
}

function bodyOf(pane: HTMLElement | null): HTMLElement | null {
  return pane?.querySelector<HTMLElement>('tbody, ul') ?? null
}

function sizeOf(pane: HTMLElement | null, known: Size): Size {
  const body = bodyOf(pane)
  if (!pane || !body || body.children.length === 0) return known
  const heights = [...body.children].map((row) => row.getBoundingClientRect().height)
  const head = pane.querySelector('thead')?.offsetHeight ?? 0
  const rows = pane.clientHeight - head
  const row = known.row || heights.reduce((sum, height) => sum + height, 0) / heights.length
  const leastRow = Math.min(known.leastRow || Number.POSITIVE_INFINITY, ...heights)
  return rows === known.rows && row === known.row && leastRow === known.leastRow
    ? known
    : { rows, row, leastRow, head }
}

/** Fixes the column widths, which would otherwise change with the texts of each row. */
function holdWidths(pane: HTMLElement | null): void {
  const heads = [...(pane?.querySelectorAll<HTMLElement>('thead th') ?? [])]
  const widths = heads.map((head) => head.getBoundingClientRect().width)
  heads.forEach((head, index) => {
    if (head.dataset.grows === undefined) head.style.minWidth = `${widths[index]}px`
  })
}

function releaseWidths(pane: HTMLElement | null): void {
  for (const head of pane?.querySelectorAll<HTMLElement>('thead th') ?? []) head.style.minWidth = ''
}
