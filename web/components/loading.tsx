import { classNames } from './class-names.ts'
import { Spinner } from './icon.tsx'
import styles from './loading.module.css'

interface LoadingProps {
  text?: string
  inCard?: boolean
}

/** For a page or card whose layout is not known yet; otherwise use Skeleton. */
export function Loading({ text = 'Cargando...', inCard = false }: LoadingProps) {
  return (
    <div className={classNames(styles.loading, inCard && styles.inCard)} role="status">
      <Spinner size={24} />
      {text}
    </div>
  )
}

/** Grey bars in place of rows. `label`: for screen readers. */
export function Skeleton({ rows = 5, label = 'Cargando' }: { rows?: number; label?: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
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
