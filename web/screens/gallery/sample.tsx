import type { ReactNode } from 'react'
import styles from './gallery.module.css'

interface SampleProps {
  of: string
  layout?: 'side-by-side' | 'columns'
  children: ReactNode
}

export function Sample({ of, layout = 'side-by-side', children }: SampleProps) {
  return (
    <div className="stack gap-2">
      <h3 className={styles.name}>{of}</h3>
      <div className={styles[layout]}>{children}</div>
    </div>
  )
}
