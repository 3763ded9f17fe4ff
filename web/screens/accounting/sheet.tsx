import type { Collection } from '../../../shared/collection.ts'
import { type Contribution, METHOD_NAMES } from '../../../shared/contribution.ts'
import { formatDay, formatMoment, today } from '../../../shared/dates.ts'
import { formatCount } from '../../../shared/text.ts'
import { useUser } from '../../api/session.ts'
import { Facts } from '../../components/facts.tsx'
import { Mark } from '../../components/logo.tsx'
import { Money } from '../../components/money.tsx'
import { Paper } from '../../features/printing/paper.tsx'
import styles from './accounting.module.css'
import { MOST_COUNTED } from './use-counted.ts'

interface SheetProps {
  collection: Collection
  /** null: too many for a sheet. */
  counted: Contribution[] | null
  hasNames: boolean
}

export function Sheet({ collection, counted, hasNames }: SheetProps) {
  const { title, totalAmount, amountCollected, amountVerified, confirmedCount } = collection
  const organiser = useUser()?.firstName

  return (
    <Paper label="Rendición" className={styles.paper}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className="muted">
          {organiser && <>Organiza {organiser}. </>}Al {formatDay(today(new Date()))}.
        </p>
      </div>
      <Facts
        layout="grid"
        facts={[
          { label: 'Recaudado', value: <Money amount={amountCollected} /> },
          { label: 'Acreditado en la cuenta', value: <Money amount={amountVerified} /> },
          { label: 'Por verificar', value: <Money amount={amountCollected - amountVerified} /> },
          { label: 'Total a colectar', value: <Money amount={totalAmount} /> },
          { label: 'Aportes', value: formatCount(confirmedCount) },
          { label: 'Cuenta', value: collection.accountIdentifier || 'No especificado' },
        ]}
      />
      {counted === null ? (
        <p className="muted">
          La colecta tiene más de {formatCount(MOST_COUNTED)} aportes: descarga la lista con
          Exportar.
        </p>
      ) : (
        <ol className="ruled small" aria-label="Aportes">
          {counted.map((contribution) => (
            <Row key={contribution.id} contribution={contribution} hasName={hasNames} />
          ))}
        </ol>
      )}
      <footer className={styles.foot}>
        <span className={styles.logo}>
          <Mark className={styles.mark} />
          Entre Todos
        </span>
        <span>Acreditado es lo que quien organiza vio en su cuenta.</span>
      </footer>
    </Paper>
  )
}

function Row({ contribution, hasName }: { contribution: Contribution; hasName: boolean }) {
  const { contributorName, amount, paymentDate, paymentMethod, state } = contribution
  return (
    <li className={styles.row}>
      <span className="muted num">{formatMoment(paymentDate).day}</span>
      <span className={styles.name}>{hasName ? contributorName : METHOD_NAMES[paymentMethod]}</span>
      <span className="muted">{state === 'verified' ? 'Acreditado' : 'Por verificar'}</span>
      <span className={styles.amount}>
        <Money amount={amount} />
      </span>
    </li>
  )
}
