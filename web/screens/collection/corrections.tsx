import { Pencil, Undo2 } from 'lucide-react'
import type { Contribution } from '../../../shared/contribution.ts'
import type { Correction } from '../../../shared/correction.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Badge } from '../../components/badge.tsx'
import { Moment } from '../../components/moment.tsx'
import styles from './contributions.module.css'

/** Renders nothing unless the guest corrected or withdrew the contribution and it is not verified yet (S12). */
export function CorrectedBadge({ contribution }: { contribution: Contribution }) {
  const { state, corrections } = contribution
  const last = corrections.at(-1)
  if (last?.by !== 'guest' || state === 'verified') return null
  return last.isWithdrawn?.[1] ? (
    <Badge icon={Undo2}>Retirado</Badge>
  ) : (
    <Badge tone="info" icon={Pencil}>
      Corregido
    </Badge>
  )
}

/** Lists corrections, newest first (S12). Renders nothing without any. */
export function Corrections({ contribution }: { contribution: Contribution }) {
  if (contribution.corrections.length === 0) return null
  return (
    <div className={styles.corrections}>
      <h3 className="faint tiny">Cambios</h3>
      <ol className="stack gap-2" reversed>
        {contribution.corrections.toReversed().map((correction) => (
          <li key={correction.at}>
            {wordsOf(correction).map((words) => (
              <p key={words} className="breaks">
                {words}
              </p>
            ))}
            <p className="faint small">
              <Moment iso={correction.at} />, {correction.by === 'guest' ? 'quien aportó' : 'tú'}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

function wordsOf(correction: Correction): string[] {
  const { amount, contributorName, contributorEmail, message, receipt, isWithdrawn } = correction
  return [
    amount && `Monto: ${formatMoney(amount[0])} → ${formatMoney(amount[1])}`,
    contributorName && `Nombre: ${contributorName[0]} → ${contributorName[1]}`,
    contributorEmail && `Email: ${contributorEmail.map((email) => email ?? 'ninguno').join(' → ')}`,
    message && (message[0] ? `Mensaje, antes: “${message[0]}”` : 'Agregó un mensaje'),
    receipt && (receipt[0] ? `Comprobante, antes: ${receipt[0]}` : 'Agregó el comprobante'),
    isWithdrawn && (isWithdrawn[1] ? 'Lo retiró' : 'Volvió a informarlo'),
  ].filter((words) => typeof words === 'string')
}
