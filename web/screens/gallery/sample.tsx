import type { ReactNode } from 'react'
import styles from './gallery.module.css'

interface SampleProps {
  /** Of the component, as in its file. */
  of: string
  /** `columns`: what needs room of its own. */
  layout?: 'side-by-side' | 'columns'
  children: ReactNode
}

/** One component in each of its states. */
export function Sample({ of, layout = 'side-by-side', children }: SampleProps) {
  return (
    <div className={styles.sample}>
      <h3 className={styles.name}>{of}</h3>
      <div className={styles[layout]}>{children}</div>
    </div>
  )
}
