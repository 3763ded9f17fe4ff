import { classNames } from './class-names.ts'
import { Spinner } from './icon.tsx'
import styles from './loading.module.css'

interface LoadingProps {
  text?: string
  inCard?: boolean
}

/** A spinner with a text, for a page or a card without a known layout. */
export function Loading({ text = 'Cargando...', inCard = false }: LoadingProps) {
  return (
    <div className={classNames(styles.loading, inCard && styles.inCard)} role="status">
      <Spinner size={24} />
      {text}
    </div>
  )
}

/** Grey bars in place of rows that load. `label`: for screen readers. */
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
