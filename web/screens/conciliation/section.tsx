import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { formatCount } from '../../../shared/text.ts'
import { Button } from '../../components/button.tsx'
import { Card, Collapsible } from '../../components/card.tsx'
import { useKeptFocus } from '../../components/use-kept-focus.ts'
import type { ReviewLine } from '../../features/conciliation/review.ts'
import styles from './conciliation.module.css'
import { OtherRow } from './line-rows.tsx'

type Props<Item> = {
  title: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Shown without items, or if the search finds none. */
  none: string
  isWide?: boolean
  acts?: ReactNode
  foot?: ReactNode
  children: (item: Item) => ReactNode
}

/** A titled list of the review, drawn in steps so that long statements do not block the page. */
export function Section<Item>(props: Props<Item>) {
  const { title, items, keyOf, none, isWide, acts, foot, children } = props
  const titleId = useId()
  return (
    <Card pad={false} aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId}>
          {title} <span className="faint figures">{formatCount(items.length)}</span>
        </h2>
        {acts}
      </div>
      {items.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <Rows items={items} keyOf={keyOf} isWide={isWide} foot={foot}>
          {children}
        </Rows>
      )}
    </Card>
  )
}

type CollapsedLinesProps = {
  title: string
  lines: readonly ReviewLine[]
  actLabel: string
  onAct: (line: ReviewLine) => void
}

/** A collapsed list of lines that pay no contribution. */
export function CollapsedLines({ title, lines, actLabel, onAct }: CollapsedLinesProps) {
  if (lines.length === 0) return null
  return (
    <Collapsible title={title} count={formatCount(lines.length)} startsClosed>
      <Rows items={lines} keyOf={({ id }) => id} isWide>
        {(line) => <OtherRow line={line} actLabel={actLabel} onAct={() => onAct(line)} />}
      </Rows>
    </Collapsible>
  )
}

type RowsProps<Item> = Pick<Props<Item>, 'items' | 'keyOf' | 'isWide' | 'foot' | 'children'>

/** Rows drawn in one step, so that a long statement never blocks the page. */
const ROWS_PER_STEP = 20
/** Rows in the first frame, which draws all sections. */
const FIRST = 8

function Rows<Item>({ items, keyOf, isWide, foot, children }: RowsProps<Item>) {
  const [most, setMost] = useState(ROWS_PER_STEP)
  const drawn = useDeferredValue(most, FIRST)
  const list = useRef<HTMLUListElement>(null)
  const focus = useKeptFocus(list)
  return (
    <>
      <ul ref={list} className="ruled" {...focus}>
        {items.slice(0, drawn).map((item) => (
          <li
            key={keyOf(item)}
            className={isWide ? styles.wide : styles.row}
            data-row=""
            tabIndex={-1}
          >
            {children(item)}
          </li>
        ))}
      </ul>
      {(items.length > most || foot) && (
        <div className={styles.foot}>
          {items.length > most && (
            <Button variant="quiet" edge="start" onClick={() => setMost(most + ROWS_PER_STEP)}>
              Mostrar más
            </Button>
          )}
          {foot}
        </div>
      )}
    </>
  )
}
