import { CircleCheck } from 'lucide-react'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import type { AppError } from '../../../shared/errors.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Facts } from '../../components/facts.tsx'
import { Icon } from '../../components/icon.tsx'
import { Money } from '../../components/money.tsx'
import { Note } from '../../components/note.tsx'
import styles from './transfer-flow.module.css'

interface ConfirmStepProps {
  collection: PublicCollection
  report: ContributionReport
  fileName: string | null
  busy: boolean
  /** It is under way, and closing the page loses it. */
  mustStay: boolean
  problem: { error: AppError; attempt: number } | null
  onConfirm: () => void
  onBack: () => void
  onClose: () => void
}

export function ConfirmStep(props: ConfirmStepProps) {
  const { collection, report, fileName, busy, mustStay, problem } = props

  return (
    <Dialog
      step={{ at: 3, of: 3 }}
      title="Revisa y confirma"
      lead={`${collection.organiserName} verá tu aporte en cuanto confirmes.`}
      onClose={props.onClose}
      foot={
        <>
          <Button main busy={busy} busyText="Registrando…" onClick={props.onConfirm}>
            Confirmar mi aporte
          </Button>
          <Button variant="muted" block disabled={busy} onClick={props.onBack}>
            Volver
          </Button>
        </>
      }
    >
      {problem && <ErrorSummary title={sentenceOf(problem.error)} attempt={problem.attempt} />}
      {mustStay && (
        <Note tone="warn" role="status">
          <strong>No cierres esta página.</strong> Este navegador no pudo guardar tu aporte:{' '}
          {collection.organiserName} todavía no lo ve.
        </Note>
      )}
      <div className={styles.amount}>
        <Money amount={report.amount} size="xl" />
      </div>
      <Facts
        facts={[
          { label: 'Para', value: collection.title },
          { label: 'A nombre de', value: report.contributorName },
          { label: 'Método', value: report.paymentMethod },
          {
            label: 'Comprobante',
            value: fileName ? (
              <span className={classNames(styles.marked, 'tone-ok')}>
                <Icon of={CircleCheck} size={16} />
                <span className="clip">{fileName}</span>
              </span>
            ) : (
              'Sin comprobante'
            ),
          },
        ]}
      />
    </Dialog>
  )
}

function sentenceOf({ code, message }: AppError): string {
  // The first attempt arrived after all, and then a value was changed.
  return code === 'conflict'
    ? 'Ya registramos un aporte tuyo con otros datos. Si confirmas de nuevo, se sumará otro.'
    : message
}
