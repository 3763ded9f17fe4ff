import type { ReactNode } from 'react'
import styles from './list-row.module.css'

type ListRowProps = {
  /** Before the first line: a box to choose the row. */
  lead?: ReactNode
  title: ReactNode
  /** At the end of the first line: the amount, a status. */
  value?: ReactNode
  /** Between the lines: a Meter. */
  middle?: ReactNode
  /** "21/11 14:32 · Transferencia". */
  meta?: ReactNode
  /** At the end of the second line: a badge. */
  badge?: ReactNode
  message?: ReactNode
  /** Only where one is due. */
  actions?: ReactNode
}

/** A row of a DataTable on a phone: name and amount, date and badge, message, actions. */
export function ListRow({ lead, title, value, middle, meta, badge, ...rest }: ListRowProps) {
  const { message, actions } = rest
  return (
    <div className={styles.row}>
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
      {message && <div className={styles.message}>{message}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
