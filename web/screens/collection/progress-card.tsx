import type { ReactNode } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { daysUntil, elapsedShare, today } from '../../../shared/dates.ts'
import { percentOf } from '../../../shared/money.ts'
import { Card } from '../../components/card.tsx'
import { Money } from '../../components/money.tsx'
import { ProgressLegend, Tiles, TimeMeter } from '../../components/progress.tsx'
import { formatCount } from '../../features/lists/format-count.ts'
import styles from './progress-card.module.css'

type Props = { collection: Collection; onReview: () => void }

/** How much has come, what of it was seen in the account, and what waits to be looked at. */
export function ProgressCard({ collection, onReview }: Props) {
  const { totalAmount, amountCollected, amountVerified, cantidadPersonas, status } = collection
  const progress = { verified: amountVerified, confirmed: amountCollected, total: totalAmount }
  const now = new Date()
  const days = daysUntil(collection.deadline, today(now))
  const count = collection.confirmedCount + collection.pendingCount + collection.rejectedCount
  const unverified = collection.confirmedCount - collection.verifiedCount

  return (
    <Card pad={false} aria-label="Progreso">
      <div className={styles.progress}>
        <div className={styles.amounts}>
          <span className={styles.label}>Recaudado</span>
          <span className={styles.collected}>
            <Money amount={amountCollected} size="xl" />
          </span>
          <span className={styles.goal}>
            de <Money amount={totalAmount} />
          </span>
          <span className={styles.percent}>{percentOf(amountCollected, totalAmount)}&nbsp;%</span>
        </div>
        <Tiles {...progress} people={cantidadPersonas} size="lg" isClosed={status === 'cerrada'} />
        <ProgressLegend {...progress} />
      </div>
      <div className={styles.stats}>
        <Stat figure={count} words={count === 1 ? 'aporte' : 'aportes'} />
        <Stat figure={days} words={days === 1 ? 'día restante' : 'días restantes'}>
          <div className={styles.time}>
            <TimeMeter elapsed={elapsedShare(collection.createdAt, collection.deadline, now)} />
          </div>
        </Stat>
        <Stat figure={unverified} words="por verificar">
          {unverified > 0 && (
            <button type="button" className={styles.review} onClick={onReview}>
              Revisar ahora
            </button>
          )}
        </Stat>
      </div>
    </Card>
  )
}

type StatProps = { figure: number; words: string; children?: ReactNode }

function Stat({ figure, words, children }: StatProps) {
  return (
    <div className={styles.stat}>
      <span className={styles.figure}>{formatCount(figure)}</span>
      <span className={styles.words}>{words}</span>
      {children}
    </div>
  )
}
