import { useId, useState } from 'react'
import { shortDay } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { Button } from '../../components/button.tsx'
import { Choice, ChoiceGroup } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import type { MatchRow, Option, Paid } from '../../features/conciliation/review-view.ts'
import { reasonWords } from './match-rows.tsx'

type Props = {
  row: MatchRow
  /** By other lines. */
  paidOf: (row: WaitingRow) => Paid
  onPick: (option: Option) => void
  onSearch: () => void
  onClose: () => void
}

const MOST = 5

/** «Otro…»: the best contributions of a line, with the reasons. */
export function OtherOptions({ row, paidOf, onPick, onSearch, onClose }: Props) {
  const { line, options } = row
  const name = useId()
  const [picked, setPicked] = useState<Option | null>(null)
  return (
    <Dialog
      title="¿De quién es este ingreso?"
      lead={`${formatMoney(line.amount)} del ${shortDay(line.day)}, ${line.name ?? line.text}`}
      onClose={onClose}
      foot={
        <Button main disabled={!picked} onClick={() => picked && onPick(picked)}>
          Elegir este aporte
        </Button>
      }
    >
      <ChoiceGroup legend="Aportes que se parecen">
        {options()
          .slice(0, MOST)
          .map((option) => (
            <Choice
              key={option.row.id}
              name={name}
              label={`${option.row.contributorName}, ${formatMoney(option.row.amount)}`}
              hint={reasonWords(option, line, paidOf(option.row))}
              checked={picked?.row.id === option.row.id}
              onChange={() => setPicked(option)}
            />
          ))}
      </ChoiceGroup>
      <div>
        <Button variant="quiet" edge="start" onClick={onSearch}>
          Buscar otro aporte
        </Button>
      </div>
    </Dialog>
  )
}
