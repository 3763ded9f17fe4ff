import { classNames } from './class-names.ts'
import styles from './loading.module.css'
import { Spinner } from './spinner.tsx'

interface LoadingProps {
  /** The specification's word unless something more is known. */
  text?: string
  /** Of a card that stands on a page, and not the whole of it. */
  inCard?: boolean
}

/** What is not there yet. */
export function Loading({ text = 'Cargando...', inCard = false }: LoadingProps) {
  return (
    <div className={classNames(styles.loading, inCard && styles.inCard)} role="status">
      <Spinner size={24} />
      {text}
    </div>
  )
}
