import type { Fault } from '../../api/faults.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { Moment } from '../../components/moment.tsx'
import styles from './diagnosis.module.css'
import faultStyles from './faults-card.module.css'

/** The last errors of the worker and of this page, newest first. */
export function FaultsCard({ faults }: { faults: readonly Fault[] }) {
  return (
    <Card className={styles.card} aria-labelledby="faults">
      <CardHead title="Últimas fallas" id="faults" />
      {faults.length === 0 ? (
        <p className={styles.empty}>Ninguna desde que abriste Entre Todos.</p>
      ) : (
        <ul className={faultStyles.list}>
          {faults.map(({ at, message, times }) => (
            <li key={`${at} ${message}`} className={faultStyles.fault}>
              <span className={faultStyles.when}>
                <Moment iso={at} />
                {times > 1 && <Badge>{`${times.toLocaleString('es-AR')} veces`}</Badge>}
              </span>
              {/* What programs say is English. */}
              <code lang="en" className={styles.code}>
                {message}
              </code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
