import styles from './skeleton.module.css'

type SkeletonProps = {
  /** How many rows are likely to come. */
  rows?: number
  /** "Cargando aportes". */
  label?: string
}

/** The shape of a table's rows while they are on their way. */
export function Skeleton({ rows = 5, label = 'Cargando' }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike
        <div key={row} className={styles.row}>
          <div className={styles.bone} />
          <div className={styles.bone} />
          <div className={styles.bone} />
          <div className={styles.bone} />
        </div>
      ))}
    </div>
  )
}
