import { Link } from 'react-router-dom'
import { METHOD_NAMES } from '../../../shared/contribution.ts'
import { formatMoment } from '../../../shared/dates.ts'
import { links } from '../../../shared/links.ts'
import type { MyContribution } from '../../../shared/queries/my-contributions.ts'
import { ContributionBadge } from '../../components/badge.tsx'
import { type Column, ListRow } from '../../components/data-table.tsx'
import { Money } from '../../components/money.tsx'
import styles from './my-contribution-columns.module.css'
import { MyReceipt } from './my-receipt.tsx'

export type ContributionSort = 'date' | 'collection' | 'amount' | 'method'

/** What a contributor sees of their contributions; each row's own receipt is with its state. */
export const MY_CONTRIBUTION_COLUMNS: Column<MyContribution, ContributionSort | 'state'>[] = [
  {
    key: 'collection',
    header: 'Colecta',
    sortable: true,
    isName: true,
    width: 'grow',
    cell: ({ collectionId, collectionTitle }) => (
      <div className={styles.title}>
        <Link to={links.contribute(collectionId)} className="clip" title={collectionTitle}>
          {collectionTitle}
        </Link>
      </div>
    ),
  },
  {
    key: 'amount',
    header: 'Monto',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    cell: ({ amount }) => (
      <span className="strong">
        <Money amount={amount} />
      </span>
    ),
  },
  {
    key: 'method',
    header: 'Método',
    sortable: true,
    width: 'fit',
    cell: ({ paymentMethod }) => <span className="muted">{METHOD_NAMES[paymentMethod]}</span>,
  },
  {
    key: 'state',
    header: 'Estado',
    cell: (contribution) => (
      <div className={styles.state}>
        <ContributionBadge state={contribution.state} />
        <MyReceipt contribution={contribution} />
      </div>
    ),
  },
  {
    key: 'date',
    header: 'Fecha',
    sortable: true,
    firstDirection: 'desc',
    align: 'end',
    cell: ({ paymentDate }) => <span className="num">{formatMoment(paymentDate).day}</span>,
  },
]

/** The same as a row of a list, where there is no room for a table. */
export function MyContributionRow({ contribution }: { contribution: MyContribution }) {
  const { collectionId, collectionTitle, amount, paymentDate, paymentMethod, state } = contribution
  return (
    <ListRow
      title={<Link to={links.contribute(collectionId)}>{collectionTitle}</Link>}
      value={<Money amount={amount} />}
      meta={`${formatMoment(paymentDate).day} · ${METHOD_NAMES[paymentMethod]}`}
      badge={<ContributionBadge state={state} />}
      actions={<MyReceipt contribution={contribution} />}
    />
  )
}
