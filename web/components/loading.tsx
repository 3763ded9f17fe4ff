import { classNames } from './class-names.ts'
import { Spinner } from './icon.tsx'
import styles from './loading.module.css'

interface LoadingProps {
  /** Default as specified. */
  text?: string
  /** For a card on a page. */
  inCard?: boolean
}

export function Loading({ text = 'Cargando...', inCard = false }: LoadingProps) {
  return (
    <div className={classNames(styles.loading, inCard && styles.inCard)} role="status">
      <Spinner size={24} />
      {text}
    </div>
  )
}

type SkeletonProps = {
  /** The expected number. */
  rows?: number
  /** "Cargando aportes". */
  label?: string
}

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
