import { classNames } from './class-names.ts'
import styles from './progress-bar.module.css'

type ProgressBarProps = {
  label: string
  /** 0 to 100. */
  percent: number
  /** It stands still until the network is back. */
  waiting?: boolean
}

/** How much of something has been sent. */
export function ProgressBar({ label, percent, waiting = false }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.bar}
    >
      <div
        className={classNames(styles.done, waiting && styles.waiting)}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
