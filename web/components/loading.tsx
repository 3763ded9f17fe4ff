import { classNames } from './class-names.ts'
import { Spinner } from './icon.tsx'
import styles from './loading.module.css'

interface LoadingProps {
  /** The specification's word unless something more is known. */
  text?: string
  /** Of a card that stands on a page, and not the whole of it. */
  inCard?: boolean
}

/** Placeholder of content that is loading. */
export function Loading({ text = 'Cargando...', inCard = false }: LoadingProps) {
  return (
    <div className={classNames(styles.loading, inCard && styles.inCard)} role="status">
      <Spinner size={24} />
      {text}
    </div>
  )
}

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
