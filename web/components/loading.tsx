import styles from './loading.module.css'
import { Spinner } from './spinner.tsx'

/** A whole page that is not there yet, in the specification's word. */
export function Loading({ text = 'Cargando...' }: { text?: string }) {
  return (
    <div className={styles.loading} role="status">
      <Spinner size={24} />
      {text}
    </div>
  )
}
