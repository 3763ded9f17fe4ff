import { Landmark } from 'lucide-react'
import { labelOfBank } from '../../../shared/conciliation/banks/banks.ts'
import type { Contribution } from '../../../shared/contribution.ts'
import { shortDay } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { contributionMatches, type UsedLine } from '../../../shared/queries/statement-matches.ts'
import type { MatchReason } from '../../../shared/statement-match.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import styles from './contributions.module.css'

type Props = {
  contribution: Contribution
  onUndo: (line: UsedLine) => void
}

/** The lines of the organiser's statements that pay a contribution. Renders nothing without any. */
export function PayingLines({ contribution, onUndo }: Props) {
  const matches = useQuery(contributionMatches, { contributionId: contribution.id })
  if (matches.name !== 'ready' || matches.answer.length === 0) return null
  return (
    <ul className={styles.payingLines}>
      {matches.answer.map((line) => (
        <li key={line.id} className={styles.payingLine}>
          <Icon of={Landmark} />
          <span className={styles.payingWords}>{wordsOf(line, contribution)}</span>
          <Button
            size="sm"
            aria-label={`Deshacer: ${wordsOf(line, contribution)}`}
            onClick={() => onUndo(line)}
          >
            Deshacer
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** "Acreditado el 12/3 · Mercado Pago · por monto único" */
function wordsOf({ lineDay, part, source, reason }: UsedLine, { state, amount }: Contribution) {
  const sum = part === amount ? '' : formatMoney(part)
  const paid = state === 'verified' ? 'Acreditado' : 'Llegó una parte'
  return [`${paid} el ${shortDay(lineDay)}`, sum, labelOfBank(source), REASONS[reason]]
    .filter(Boolean)
    .join(' · ')
}

const REASONS: Record<MatchReason, string> = {
  operation: 'por número de operación',
  'unique-amount': 'por monto único',
  cuit: 'por CUIT',
  name: 'por nombre',
  amount: 'por monto y día',
  'by-hand': 'a mano',
  created: 'anotado desde el resumen',
}
