import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Collection, contributionCount, unverifiedCount } from '../../../shared/collection.ts'
import { daysUntil, elapsedShare, today } from '../../../shared/dates.ts'
import { links } from '../../../shared/links.ts'
import { percentOf } from '../../../shared/money.ts'
import { formatCount } from '../../../shared/text.ts'
import { Card } from '../../components/card.tsx'
import { Money } from '../../components/money.tsx'
import { ProgressLegend, Tiles, TimeMeter } from '../../components/progress.tsx'
import styles from './collection.module.css'

export function ProgressCard({ collection }: { collection: Collection }) {
  const { totalAmount, amountCollected, amountVerified, cantidadPersonas, status } = collection
  const progress = { verified: amountVerified, confirmed: amountCollected, total: totalAmount }
  const now = new Date()
  const days = daysUntil(collection.deadline, today(now))
  const count = contributionCount(collection)
  const unverified = unverifiedCount(collection)

  return (
    <Card pad={false} aria-label="Progreso" className={styles.band}>
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
            <>
              <Link to={links.review(collection.id)} className={styles.review}>
                Revisar ahora
              </Link>
              <Link to={links.conciliate(collection.id)} className={styles.review}>
                Conciliar con tu resumen
              </Link>
            </>
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
      <span className={styles.statWords}>{words}</span>
      {children}
    </div>
  )
}
