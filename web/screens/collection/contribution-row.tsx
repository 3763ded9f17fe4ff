import { CheckCheck, Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Contribution, METHOD_NAMES } from '../../../shared/contribution.ts'
import { SECOND } from '../../../shared/time.ts'
import { ContributionBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ListRow } from '../../components/data-table.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { RepeatedReceipt } from '../../features/receipts/repeated-receipt.tsx'
import { ChooseBox, type Chosen } from './choose-box.tsx'
import { ContributorName } from './contributor-name.tsx'
import { type ContributionChanges, mayBeVerified } from './use-contribution-changes.ts'

/** So long the button stays where it was pressed, and the rows below stay where they are. */
const DONE_FOR = 2 * SECOND

type Props = {
  contribution: Contribution
  changes: ContributionChanges
  isHidden: boolean
  /** null while nothing is to be chosen. */
  chosen: Chosen | null
  onOpen: (contribution: Contribution) => void
}

/** A contribution on a phone: everything else about it is behind its name. */
export function ContributionRow({ contribution, changes, isHidden, chosen, onOpen }: Props) {
  const { amount, paymentDate, paymentMethod, state, message } = contribution
  const [isDone, setDone] = useState(false)

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), DONE_FOR)
    return () => clearTimeout(timer)
  }, [isDone])

  const verify = () => {
    setDone(true)
    changes.setState(contribution, 'verified')
  }

  return (
    <ListRow
      lead={chosen && <ChooseBox contribution={contribution} chosen={chosen} />}
      title={<ContributorName contribution={contribution} onOpen={onOpen} />}
      value={<Money amount={amount} />}
      meta={
        <>
          <Moment iso={paymentDate} short /> · {METHOD_NAMES[paymentMethod]}
        </>
      }
      badge={
        <>
          {contribution.receiptRepeated && <RepeatedReceipt short />}
          <ContributionBadge state={state} />
        </>
      }
      message={message}
      actions={
        isHidden ? (
          <Button variant="soft" icon={Eye} onClick={() => changes.show(contribution)}>
            Volver a mostrar
          </Button>
        ) : mayBeVerified(contribution) ? (
          <Button variant="soft" icon={CheckCheck} onClick={verify}>
            Acreditar
          </Button>
        ) : (
          state === 'verified' &&
          isDone && (
            <Button variant="done" icon={CheckCheck} aria-disabled>
              Acreditado
            </Button>
          )
        )
      }
    />
  )
}
