import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './pager.module.css'

type PagerProps = {
  summary: string
  page: number
  pageCount: number
  onPage: (page: number) => void
  /** Prefetches when the pointer enters a page's button. */
  onIntent?: ((page: number) => void) | undefined
  children?: ReactNode
}

export function Pager({ summary, page, pageCount, onPage, onIntent, children }: PagerProps) {
  const buttonTo = (to: number) => {
    const exists = to >= 1 && to <= pageCount
    return {
      type: 'button' as const,
      className: styles.page,
      // A disabled button would lose the focus at the last page.
      'aria-disabled': exists ? undefined : true,
      onPointerEnter: () => exists && onIntent?.(to),
      onClick: () => exists && onPage(to),
    }
  }

  return (
    <div className={styles.pager}>
      <span className={styles.summary} role="status">
        {summary}
      </span>
      {children}
      {pageCount > 1 && (
        <nav className={styles.pages} aria-label="Páginas">
          <button {...buttonTo(page - 1)} aria-label="Página anterior">
            <Icon of={ChevronLeft} size={16} />
          </button>
          {pagesAround(page, pageCount).map((item) =>
            typeof item === 'number' ? (
              <button
                {...buttonTo(item)}
                key={item}
                aria-label={`Página ${item}`}
                aria-current={item === page ? 'page' : undefined}
              >
                {item}
              </button>
            ) : (
              <span key={item} className={styles.gap} aria-hidden="true">
                …
              </span>
            ),
          )}
          <button {...buttonTo(page + 1)} aria-label="Página siguiente">
            <Icon of={ChevronRight} size={16} />
          </button>
        </nav>
      )}
    </div>
  )
}

export type PagerItem = number | 'gap-before' | 'gap-after'

/** Returns the first page, the neighbours of `page`, and the last. A gap stands for at least two pages. */
export function pagesAround(page: number, pageCount: number): PagerItem[] {
  const middle = Math.min(Math.max(page, 2), Math.max(pageCount - 1, 2))
  const from = middle - 1 <= 3 ? 1 : middle - 1
  const to = middle + 1 >= pageCount - 2 ? pageCount : middle + 1

  const items: PagerItem[] = []
  if (from > 1) items.push(1, 'gap-before')
  for (let number = from; number <= to; number += 1) items.push(number)
  if (to < pageCount) items.push('gap-after', pageCount)
  return items
}
