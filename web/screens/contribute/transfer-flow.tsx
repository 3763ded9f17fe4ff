import { useRef, useState } from 'react'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import type { AppError } from '../../../shared/errors.ts'
import { Celebration } from '../../components/celebration.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { sendReport } from './send-report.ts'
import { TransferStep } from './transfer-step.tsx'

export interface TransferFlowProps {
  collection: PublicCollection
  report: ContributionReport
  /** Back to the form; nothing was reported. */
  onLeave: () => void
  onAccepted: () => void
  /** The server said no: the collection may have closed. */
  onRefused: () => void
  /** This id already belongs to a report with other data. */
  onConflict: () => void
  /** The thanks were read. */
  onDone: () => void
}

type Step = 'transfer' | 'confirm' | 'thanks'

/** From the organiser's account to the thanks (specification 4): transfer, confirm, celebrate. */
export function TransferFlow({ collection, report, ...told }: TransferFlowProps) {
  const [step, setStep] = useState<Step>('transfer')
  const [copied, setCopied] = useState(false)
  const [saysTransferred, setSaysTransferred] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { busy, problem, send } = useSending(collection.id, report, told, () => setStep('thanks'))

  // Who copied nothing and said nothing has not transferred: leaving needs no question.
  const mayHaveTransferred = copied || saysTransferred
  function close() {
    if (busy) return
    if (mayHaveTransferred) setLeaving(true)
    else told.onLeave()
  }

  return (
    <>
      {step === 'transfer' && (
        <TransferStep
          collection={collection}
          amount={report.amount}
          copied={copied}
          onCopied={() => setCopied(true)}
          onNext={() => {
            setSaysTransferred(true)
            setStep('confirm')
          }}
          onClose={close}
        />
      )}
      {step === 'confirm' && (
        <ConfirmStep
          collection={collection}
          report={report}
          busy={busy}
          problem={problem}
          onConfirm={send}
          onBack={() => setStep('transfer')}
          onClose={close}
        />
      )}
      {step === 'thanks' && (
        <Celebration text="Tu aporte ha sido registrado correctamente." onClose={told.onDone} />
      )}
      {leaving && (
        <LeaveQuestion
          organiser={collection.organiserName}
          onStay={() => setLeaving(false)}
          onLeave={told.onLeave}
        />
      )}
    </>
  )
}

/** Sends once at a time. Whatever happens, sending again cannot make a second contribution. */
function useSending(
  collectionId: string,
  report: ContributionReport,
  told: Pick<TransferFlowProps, 'onAccepted' | 'onRefused' | 'onConflict'>,
  onThanks: () => void,
) {
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ error: AppError; attempt: number } | null>(null)

  async function send() {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const error = await sendReport(collectionId, report)
    sending.current = false
    setBusy(false)

    setProblem((before) => error && { error, attempt: (before?.attempt ?? 0) + 1 })
    if (!error) {
      told.onAccepted()
      onThanks()
    } else if (error.code === 'conflict') {
      told.onConflict()
    } else if (error.code !== 'unavailable') {
      told.onRefused()
    }
  }

  return { busy, problem, send: () => void send() }
}
