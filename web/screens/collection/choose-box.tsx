import type { Contribution } from '../../../shared/contribution.ts'
import { Checkbox } from '../../components/choice.tsx'

export interface Chosen {
  has: (contribution: Contribution) => boolean
  toggle: (contribution: Contribution, isChosen: boolean) => void
}

/** Chooses a contribution, or leaves it out. */
export function ChooseBox({
  contribution,
  chosen,
}: {
  contribution: Contribution
  chosen: Chosen
}) {
  return (
    <Checkbox
      label={<span className="sr">Elegir el aporte de {contribution.contributorName}</span>}
      checked={chosen.has(contribution)}
      onChange={(event) => chosen.toggle(contribution, event.target.checked)}
    />
  )
}
