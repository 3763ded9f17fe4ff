import type { ReactNode } from 'react'
import styles from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

type FactsProps = {
  facts: Fact[]
  /** `rows`: label and value on one line. `grid`: label above value, side by side. */
  layout?: 'rows' | 'grid'
}

export function Facts({ facts, layout = 'rows' }: FactsProps) {
  return (
    <dl className={styles[layout]}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
