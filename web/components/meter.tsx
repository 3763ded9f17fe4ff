import type { CSSProperties } from 'react'
import { shareOf } from '../../shared/tiles.ts'
import styles from './meter.module.css'
import { type Progress, progressWords } from './progress-share.ts'

/** The same progress under 200 px of width: 6 px, smooth. */
export function Meter(props: Progress) {
  const { verified, confirmed, total } = props
  const shares = {
    '--verified': `${shareOf(Math.min(verified, confirmed), total) * 100}%`,
    '--confirmed': `${shareOf(confirmed, total) * 100}%`,
  }
  return (
    <div
      role="img"
      aria-label={progressWords(props)}
      className={styles.meter}
      style={shares as CSSProperties}
    />
  )
}
