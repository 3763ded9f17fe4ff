import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './collapsible.module.css'
import { Icon } from './icon.tsx'

type CollapsibleProps = {
  title: string
  /** Beside the title: how many there are. */
  count?: string | undefined
  startsClosed?: boolean
  /** With room inside and no line below the title: for text; tables bring their own room. */
  pad?: boolean
  children: ReactNode
}

/** A card that folds: "Mis Colectas". Native `<details>`, so the browser's search opens it too. */
export function Collapsible({ title, count, startsClosed, pad, children }: CollapsibleProps) {
  return (
    <details className={classNames(styles.collapsible, pad && styles.roomy)} open={!startsClosed}>
      <summary className={classNames(styles.summary, !pad && styles.ruled)}>
        <h2>{title}</h2>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        <Icon of={ChevronDown} className={styles.chevron} />
      </summary>
      {pad ? <div className={styles.padded}>{children}</div> : children}
    </details>
  )
}
