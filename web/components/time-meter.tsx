import type { CSSProperties } from 'react'
import styles from './meter.module.css'

/** How much of the time has passed, thin and in ink, so that time never looks like money. */
export function TimeMeter({ elapsed }: { /** Between 0 and 1. */ elapsed: number }) {
  const percent = Math.round(Math.min(Math.max(elapsed, 0), 1) * 100)
  return (
    <div
      role="img"
      aria-label={`Pasó el ${percent}\u00a0% del plazo`}
      className={styles.time}
      style={{ '--elapsed': `${percent}%` } as CSSProperties}
    />
  )
}
