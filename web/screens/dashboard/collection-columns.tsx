import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type Collection, unverifiedCount } from '../../../shared/collection.ts'
import { daysLeft, daysUntil, formatDay, today } from '../../../shared/dates.ts'
import { links } from '../../../shared/links.ts'
import type { CollectionSort } from '../../../shared/queries/my-collections.ts'
import { formatCount } from '../../../shared/text.ts'
import { IconLink } from '../../components/button.tsx'
import { type Column, ListRow } from '../../components/data-table.tsx'
import { Money } from '../../components/money.tsx'
import { Meter } from '../../components/progress.tsx'
import { CollectionStatusSelect } from '../../features/collections/collection-status-select.tsx'
import styles from './dashboard.module.css'

/** Phones show each row as a CollectionRow instead. */
export const COLLECTION_TABLE_COLUMNS: Column<Collection, CollectionSort | 'open'>[] = [
  {
    key: 'title',
    header: 'Motivo',
    sortable: true,
    isName: true,
    cell: (collection) => (
      <div className={styles.titleCell}>
        <Link
          to={links.collection(collection.id)}
          className="clip compact quiet-link"
          title={collection.title}
        >
          {collection.title}
        </Link>
        <span className={styles.time}>
          {timeLeftText(collection)}
          <Unverified {...collection} />
        </span>
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Estado',
    sortable: true,
    cell: (collection) => <CollectionStatusSelect collection={collection} size="sm" />,
  },
  {
    key: 'suggestedAmount',
    header: 'Monto sugerido',
    wideOnly: true,
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    cell: ({ suggestedAmount }) => <Money amount={suggestedAmount} />,
  },
  {
    key: 'amountCollected',
    header: 'Recaudado',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    cell: ({ amountVerified, amountCollected, totalAmount }) => (
      <div className={styles.collectedCell}>
        <span>
          <span className="strong">
            <Money amount={amountCollected} />
          </span>{' '}
          <span className={styles.ofTotal}>
            de <Money amount={totalAmount} />
          </span>
        </span>
        <Meter verified={amountVerified} confirmed={amountCollected} total={totalAmount} />
      </div>
    ),
  },
  {
    key: 'deadline',
    header: 'Fecha límite',
    sortable: true,
    align: 'end',
    cell: ({ deadline }) => <span className="num">{formatDay(deadline)}</span>,
  },
  {
    key: 'open',
    header: 'Abrir',
    headerHidden: true,
    width: 'fit',
    cell: ({ id, title }) => (
      <IconLink to={links.collection(id)} icon={ChevronRight} label={`Abrir ${title}`} />
    ),
  },
]

export function CollectionRow({ collection }: { collection: Collection }) {
  const { id, title, amountVerified, amountCollected, totalAmount } = collection
  return (
    <ListRow
      title={<Link to={links.collection(id)}>{title}</Link>}
      value={<CollectionStatusSelect collection={collection} size="sm" />}
      middle={
        <div className={styles.meter}>
          <Meter verified={amountVerified} confirmed={amountCollected} total={totalAmount} />
        </div>
      }
      meta={
        <span className={styles.amounts}>
          <strong>
            <Money amount={amountCollected} />
          </strong>{' '}
          de <Money amount={totalAmount} />
        </span>
      }
      badge={
        <>
          {timeLeftText(collection)}
          <Unverified {...collection} className={styles.waiting} />
        </>
      }
    />
  )
}

function Unverified(props: Collection & { className?: string | undefined }) {
  const { id, title, className } = props
  const unverified = unverifiedCount(props)
  if (unverified === 0) return null
  return (
    <>
      {' · '}
      <Link
        to={links.review(id)}
        className={className}
        aria-label={`Revisar ${formatCount(unverified)} por verificar de ${title}`}
      >
        {formatCount(unverified)} por verificar
      </Link>
    </>
  )
}

/** @example timeLeftText(collection) // "Faltan 9 días · Cierra sola el 05/12/2026" */
function timeLeftText(collection: Collection): string {
  const { deadline, closesAlone, status } = collection
  const words = timeLeft(collection)
  return closesAlone && status === 'abierta'
    ? `${words} · Cierra sola el ${formatDay(deadline)}`
    : words
}

/** @example timeLeft(collection) // "Completa", "Pasó la fecha" or "Faltan 9 días" */
export function timeLeft(
  {
    deadline,
    amountCollected,
    totalAmount,
  }: Pick<Collection, 'deadline' | 'amountCollected' | 'totalAmount'>,
  now = new Date(),
): string {
  if (amountCollected >= totalAmount) return 'Completa'
  const day = today(now)
  if (deadline < day) return 'Pasó la fecha'
  return daysLeft(daysUntil(deadline, day))
}
