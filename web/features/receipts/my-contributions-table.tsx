import { Eye, HandCoins } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { METHOD_NAMES } from '../../../shared/contribution.ts'
import { formatMoment } from '../../../shared/dates.ts'
import { links } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import type {
  MyContribution,
  MyContributionSort,
} from '../../../shared/queries/my-contributions.ts'
import type { QueryState } from '../../api/use-query.ts'
import { ContributionBadge } from '../../components/badge.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { AMOUNT_COLUMN, METHOD_COLUMN } from '../../components/contribution-columns.tsx'
import { type Column, DataTable, ListRow, type Sort } from '../../components/data-table.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { Money } from '../../components/money.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { ReceiptMark } from './receipt-mark.tsx'

type Props = {
  label: string
  found: QueryState<MyContribution[]>
  skeleton: ReactNode
  emptyTitle: string
  level?: 2 | 3
  sort: Sort<MyContributionSort>
  onSort: (sort: Sort<MyContributionSort>) => void
}

/** In this folder, because it opens receipts, and features do not import each other. */
export function MyContributionsTable({ label, found, emptyTitle, level, sort, ...props }: Props) {
  if (found.name === 'loading') return props.skeleton
  if (found.name === 'failed') {
    return <Failed title="Error al cargar los pagos" level={level} {...found} />
  }
  if (found.answer.length === 0) {
    return (
      <EmptyState icon={HandCoins} title={emptyTitle} level={level}>
        Cuando aportes a una colecta con tu sesión iniciada, lo verás aquí.
      </EmptyState>
    )
  }
  return (
    <DataTable
      label={label}
      columns={COLUMNS}
      rows={found.answer}
      rowKey={({ id }) => id}
      renderRow={(contribution) => <Row contribution={contribution} />}
      sort={sort}
      onSort={({ key, direction }) => key !== 'state' && props.onSort({ key, direction })}
    />
  )
}

const COLUMNS: Column<MyContribution, MyContributionSort | 'state'>[] = [
  {
    key: 'collection',
    header: 'Colecta',
    sortable: true,
    isName: true,
    width: 'grow',
    cell: (contribution) => (
      <div className="stack">
        <Link
          to={links.contribute(contribution.collectionId)}
          className="clip compact quiet-link"
          title={contribution.collectionTitle}
        >
          {contribution.collectionTitle}
        </Link>
        {reasonOf(contribution)}
      </div>
    ),
  },
  AMOUNT_COLUMN,
  METHOD_COLUMN,
  {
    key: 'state',
    header: 'Estado',
    cell: (contribution) => (
      <div className="row wrap gap-2">
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
    width: 'fit',
    cell: ({ id, collectionTitle, paymentDate }) => (
      <span className="inline gap-1">
        <span className="num">{formatMoment(paymentDate).day}</span>
        <ButtonLink
          to={links.ownReport(id)}
          icon={Eye}
          variant="quiet"
          size="sm"
          edge="end"
          aria-label={`Ver mi aporte a «${collectionTitle}»`}
        />
      </span>
    ),
  },
]

function Row({ contribution }: { contribution: MyContribution }) {
  const { collectionId, collectionTitle, amount, paymentDate, paymentMethod, state } = contribution
  return (
    <ListRow
      title={<Link to={links.contribute(collectionId)}>{collectionTitle}</Link>}
      value={<Money amount={amount} />}
      meta={`${formatMoment(paymentDate).day} · ${METHOD_NAMES[paymentMethod]}`}
      badge={<ContributionBadge state={state} />}
      message={reasonOf(contribution)}
      actions={
        <>
          <MyReceipt contribution={contribution} />
          <ButtonLink to={links.ownReport(contribution.id)} variant="quiet">
            Ver mi aporte
          </ButtonLink>
        </>
      }
    />
  )
}

function reasonOf({ state, rejectionReason }: MyContribution): ReactNode {
  if (state !== 'rejected' || rejectionReason === '') return null
  return <span className="muted small breaks">Motivo: {rejectionReason}</span>
}

/** Only the organiser sees whether the same receipt came with another contribution (R5). */
function MyReceipt({ contribution }: { contribution: MyContribution }) {
  const [open, setOpen] = useState(false)
  const { id, receipt, amount, collectionTitle } = contribution
  return (
    <>
      <ReceiptMark
        contribution={{ receipt, receiptRepeated: false }}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <ReceiptDialog
          contributionId={id}
          lead={`${formatMoney(amount)} para «${collectionTitle}».`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
