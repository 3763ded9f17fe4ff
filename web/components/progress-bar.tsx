import styles from './progress-bar.module.css'

type ProgressBarProps = {
  label: string
  /** 0 to 100. */
  percent: number
}

/** How much of something has been sent. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.bar}
    >
      <div className={styles.done} style={{ width: `${percent}%` }} />
    </div>
  )
}
