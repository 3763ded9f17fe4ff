import { formatMoment } from '../../shared/dates.ts'
import styles from './moment.module.css'

type MomentProps = {
  /** An ISO 8601 moment. */
  iso: string
  /** Without the year, for a phone's row: 21/11 14:32. */
  short?: boolean
}

/** A day and its time in Buenos Aires: 21/11/2026 14:32. */
export function Moment({ iso, short = false }: MomentProps) {
  const { day, time } = formatMoment(iso)
  return (
    <time dateTime={iso} className={styles.moment}>
      {short ? day.slice(0, 'dd/mm'.length) : day} <span className={styles.time}>{time}</span>
    </time>
  )
}
