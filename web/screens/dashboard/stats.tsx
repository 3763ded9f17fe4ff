import type { MyTotals } from '../../../shared/queries/my-totals.ts'
import { Card } from '../../components/card.tsx'
import { Money } from '../../components/money.tsx'
import { TilePattern } from '../../components/tile-pattern.tsx'
import { formatCount } from '../../features/lists/format-count.ts'
import styles from './stats.module.css'

const FLOOR = ['  o oo p', ' op Apc ', 'o l c ap', ' p cCp l']

/** How many collections, and all that was reported to them. */
export function Stats({ totals, isFailed }: { totals: MyTotals | null; isFailed: boolean }) {
  // A figure that is coming keeps its place; one that did not come says so.
  const none = isFailed ? '—' : '\u00a0'
  return (
    <div className={styles.stats}>
      <Card className={styles.stat}>
        <span className={styles.label}>Colectas Creadas</span>
        <span className={styles.figure}>{totals ? formatCount(totals.collections) : none}</span>
      </Card>
      <Card className={styles.stat}>
        <span className={styles.label}>Total Recaudado</span>
        <span className={styles.figure}>
          {totals ? <Money amount={totals.amountReported} size="lg" /> : none}
        </span>
        <TilePattern rows={FLOOR} className={styles.floor} />
      </Card>
    </div>
  )
}
