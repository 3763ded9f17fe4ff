import { CheckCheck, Eye, ReceiptText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Contribution, METHOD_NAMES } from '../../../shared/contribution.ts'
import type { ContributionSort } from '../../../shared/queries/collection-contributions.ts'
import { SECOND } from '../../../shared/time.ts'
import { ContributionBadge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/choice.tsx'
import { AMOUNT_COLUMN, METHOD_COLUMN } from '../../components/contribution-columns.tsx'
import { type Column, ListRow } from '../../components/data-table.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { useTimer } from '../../components/use-timer.ts'
import { RepeatedReceipt } from '../../features/receipts/receipt-mark.tsx'
import { ContributionMenu } from './contribution-menu.tsx'
import styles from './contributions.module.css'
import { CorrectedBadge } from './corrections.tsx'
import { type ContributionChanges, mayBeVerified } from './use-contribution-changes.ts'

interface Options {
  changes: ContributionChanges
  isHidden: boolean
  /** null while rows cannot be selected. */
  chosen: Chosen | null
  onOpen: (contribution: Contribution) => void
  onReceipt: (contribution: Contribution) => void
}

type ContributionColumn = Column<
  Contribution,
  ContributionSort | 'select' | 'state' | 'receipt' | 'actions'
>

/** Phones show each row as a ContributionRow instead. */
export function contributionColumns({
  changes,
  isHidden,
  chosen,
  onOpen,
  onReceipt,
}: Options): ContributionColumn[] {
  const choice: ContributionColumn[] = chosen
    ? [
        {
          key: 'select',
          header: 'Elegir',
          headerHidden: true,
          width: 'fit',
          cell: (contribution) => (
            <div className={styles.choose}>
              <ChooseBox contribution={contribution} chosen={chosen} />
            </div>
          ),
        },
      ]
    : []
  const receipt: ContributionColumn = {
    key: 'receipt',
    header: 'Comprobante',
    width: 'fit',
    wideOnly: true,
    cell: (contribution) => <ReceiptCell contribution={contribution} onReceipt={onReceipt} />,
  }
  return [
    ...choice,
    {
      key: 'date',
      header: 'Fecha',
      sortable: true,
      firstDirection: 'desc',
      width: 'fit',
      cell: ({ paymentDate }) => <Moment iso={paymentDate} />,
    },
    {
      key: 'name',
      header: 'Aportante',
      sortable: true,
      isName: true,
      width: 'half',
      cell: (contribution) => (
        <div className={styles.name}>
          <ContributorName contribution={contribution} onOpen={onOpen} />
        </div>
      ),
    },
    { ...AMOUNT_COLUMN, width: 'fit' },
    { ...METHOD_COLUMN, wideOnly: true },
    {
      key: 'state',
      header: 'Estado',
      width: 'fit',
      cell: (contribution) => (
        <div className={styles.state}>
          <ContributionBadge state={contribution.state} />
          <CorrectedBadge contribution={contribution} />
          {contribution.receiptRepeated && <RepeatedReceipt short />}
        </div>
      ),
    },
    ...(isHidden ? [] : [receipt]),
    {
      key: 'message',
      header: 'Mensaje',
      sortable: true,
      wideOnly: true,
      width: 'half',
      cell: ({ message }) => (
        <div className="clip muted" title={message}>
          {message}
        </div>
      ),
    },
    {
      key: 'actions',
      header: 'Acciones',
      headerHidden: true,
      align: 'end',
      width: 'fit',
      cell: (contribution) => (
        <div className={styles.rowActions}>
          {isHidden && (
            <Button size="sm" onClick={() => changes.show(contribution)}>
              Volver a mostrar
            </Button>
          )}
          {!isHidden && mayBeVerified(contribution) && (
            <Button size="sm" onClick={() => changes.setState(contribution, 'verified')}>
              Acreditar
            </Button>
          )}
          {!isHidden && contribution.receipt === 'attached' && (
            <span className={styles.narrowOnly}>
              <IconButton
                icon={ReceiptText}
                label={`Ver el comprobante de ${contribution.contributorName}`}
                onClick={() => onReceipt(contribution)}
              />
            </span>
          )}
          {!isHidden && changes.canRemove(contribution) && (
            <IconButton
              icon={Trash2}
              label={`Eliminar el aporte de ${contribution.contributorName}`}
              onClick={() => changes.remove(contribution)}
            />
          )}
          <ContributionMenu
            contribution={contribution}
            changes={changes}
            isHidden={isHidden}
            onOpen={() => onOpen(contribution)}
          />
        </div>
      ),
    },
  ]
}

/** Milliseconds that the pressed button stays, so that the rows below do not move. */
const DONE_FOR = 2 * SECOND

type Props = Options & { contribution: Contribution }

export function ContributionRow({ contribution, changes, isHidden, chosen, ...props }: Props) {
  const { id, amount, paymentDate, paymentMethod, state, message } = contribution
  const [done, setDone] = useState<string | null>(null)
  const isDone = done === id
  useTimer(() => setDone(null), done === null ? null : DONE_FOR, done)

  const verify = () => {
    setDone(id)
    changes.setState(contribution, 'verified')
  }

  return (
    <ListRow
      lead={chosen && <ChooseBox contribution={contribution} chosen={chosen} />}
      title={<ContributorName contribution={contribution} onOpen={props.onOpen} />}
      value={<Money amount={amount} />}
      meta={
        <>
          <Moment iso={paymentDate} short /> · {METHOD_NAMES[paymentMethod]}
        </>
      }
      badge={
        <>
          {contribution.receiptRepeated && <RepeatedReceipt short />}
          <CorrectedBadge contribution={contribution} />
          <ContributionBadge state={state} />
        </>
      }
      message={message}
      actions={
        isHidden ? (
          <Button variant="soft" icon={Eye} onClick={() => changes.show(contribution)}>
            Volver a mostrar
          </Button>
        ) : (
          (mayBeVerified(contribution) || (state === 'verified' && isDone)) && (
            <>
              {contribution.receipt === 'attached' && (
                <Button
                  icon={ReceiptText}
                  aria-label={`Ver el comprobante de ${contribution.contributorName}`}
                  onClick={() => props.onReceipt(contribution)}
                >
                  Comprobante
                </Button>
              )}
              {state === 'verified' ? (
                <Button variant="done" icon={CheckCheck} aria-disabled>
                  Acreditado
                </Button>
              ) : (
                <Button variant="soft" icon={CheckCheck} onClick={verify}>
                  Acreditar
                </Button>
              )}
            </>
          )
        )
      }
    />
  )
}

type ContributorNameProps = {
  contribution: Contribution
  onOpen: (contribution: Contribution) => void
}

function ContributorName({ contribution, onOpen }: ContributorNameProps) {
  return (
    <button type="button" className={styles.contributor} onClick={() => onOpen(contribution)}>
      {contribution.contributorName}
    </button>
  )
}

type ReceiptCellProps = Pick<Options, 'onReceipt'> & { contribution: Contribution }

function ReceiptCell({ contribution, onReceipt }: ReceiptCellProps) {
  if (contribution.receipt !== 'attached') {
    return <span className="faint small">{NO_RECEIPT[contribution.receipt]}</span>
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      edge="start"
      icon={ReceiptText}
      aria-label={`Ver el comprobante de ${contribution.contributorName}`}
      onClick={() => onReceipt(contribution)}
    >
      Ver
    </Button>
  )
}

const NO_RECEIPT: Record<Exclude<Contribution['receipt'], 'attached'>, string> = {
  none: '—',
  expected: 'En camino',
  missing: 'No llegó',
}

interface Chosen {
  has: (contribution: Contribution) => boolean
  toggle: (contribution: Contribution, isChosen: boolean, isRange: boolean) => void
}

function ChooseBox({ contribution, chosen }: { contribution: Contribution; chosen: Chosen }) {
  return (
    <Checkbox
      label={<span className="sr">Elegir el aporte de {contribution.contributorName}</span>}
      checked={chosen.has(contribution)}
      onChange={({ target, nativeEvent }) =>
        chosen.toggle(
          contribution,
          target.checked,
          'shiftKey' in nativeEvent && Boolean(nativeEvent.shiftKey),
        )
      }
    />
  )
}
