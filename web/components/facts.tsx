import type { ReactNode } from 'react'
import styles from './facts.module.css'

export type Fact = { label: string; value: ReactNode }

type FactsProps = {
  /** One that is false, empty or null is left out. */
  facts: readonly (Fact | false | '' | null)[]
  /** `rows`: label and value on one line. `grid`: label above value, side by side. */
  layout?: 'rows' | 'grid'
}

export function Facts({ facts, layout = 'rows' }: FactsProps) {
  return (
    <dl className={styles[layout]}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
