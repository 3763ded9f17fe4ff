import { type ReactNode, useId } from 'react'
import styles from './sync-centre.module.css'

export function SyncSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="stack gap-2">
      <h3 id={titleId} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}
