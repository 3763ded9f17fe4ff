import type { ReactNode } from 'react'
import type { Counts } from '../../../shared/statistics.ts'
import { Card } from '../../components/card.tsx'
import { Money } from '../../components/money.tsx'
import { formatCount } from '../../features/lists/format-count.ts'
import styles from './totals.module.css'

/** The five cards of the period; a figure that is coming keeps its place. */
export function Totals({ total }: { total: Counts | null }) {
  return (
    <div className={styles.totals}>
      <Total label="Usuarios Creados">{total && formatCount(total.users)}</Total>
      <Total label="Colectas Creadas">{total && formatCount(total.collections)}</Total>
      <Total label="Monto Total Colectas">
        {total && <Money amount={total.collectionsAmount} />}
      </Total>
      <Total label="Aportes Realizados">{total && formatCount(total.contributions)}</Total>
      <Total label="Monto Total Aportes">
        {total && <Money amount={total.contributionsAmount} />}
      </Total>
    </div>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card className={styles.total}>
      <span className={styles.label}>{label}</span>
      <span className={styles.figure}>{children ?? '\u00a0'}</span>
    </Card>
  )
}
