import type { ReactNode } from 'react'
import styles from './table-tools.module.css'

type TableToolsProps = {
  /** Where no head says it already. */
  title?: string
  titleId?: string
  search?: ReactNode
  tabs?: ReactNode
  /** The tabs on a line of their own, where there are many. */
  tabsBelow?: boolean
  /** At the end of that line. */
  pick?: ReactNode
  /** Buttons at the end. */
  children?: ReactNode
}

/** Above a table: its title, its search, its filters, what can be done with all of it. */
export function TableTools({ title, titleId, search, tabs, tabsBelow, ...props }: TableToolsProps) {
  const { pick, children } = props
  return (
    <>
      <div className={styles.tools}>
        {title && <h2 id={titleId}>{title}</h2>}
        {search && <div className={styles.search}>{search}</div>}
        {tabs && !tabsBelow && <div className={styles.tabs}>{tabs}</div>}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
      {tabs && tabsBelow && (
        <div className={styles['tabs-line']}>
          <div className={styles.tabs}>{tabs}</div>
          {pick && <div className={styles.pick}>{pick}</div>}
        </div>
      )}
    </>
  )
}
