import type { ReactNode } from 'react'
import styles from './gallery.module.css'

interface SampleProps {
  of: string
  /** A grid of equal columns. Without it the components stand in a row that wraps. */
  layout?: 'columns'
  children: ReactNode
}

/** A titled box of the gallery. `of`: the components in it. */
export function Sample({ of, layout, children }: SampleProps) {
  return (
    <div className="stack gap-2">
      <h3 className={styles.name}>{of}</h3>
      <div className={layout ? styles[layout] : 'row wrap gap-3'}>{children}</div>
    </div>
  )
}
