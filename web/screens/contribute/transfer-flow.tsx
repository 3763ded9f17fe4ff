import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import type { Refusal } from '../../../shared/named-mutation.ts'
import { useSession } from '../../api/session.ts'
import { Celebration } from '../../components/celebration.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import type { ReportState } from '../../reports/kept-report.ts'
import { dismissReport, takeReport, useOutgoing, wakeReports } from '../../reports/outgoing.ts'
import { dropChosenReceipt, isInMemory, keepChosenReceipt } from '../../reports/report-outbox.ts'
import { ConfirmStep } from './confirm-step.tsx'
import type { FoundDraft } from './found-draft-note.tsx'
import { KeptStep } from './kept-step.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { ReceiptProgress } from './receipt-progress.tsx'
import { ReceiptStep } from './receipt-step.tsx'
import { TransferStep } from './transfer-step.tsx'
import { useChosenReceipt } from './use-chosen-receipt.ts'

export interface TransferFlowProps {
  collection: PublicCollection
  report: ContributionReport
  found: FoundDraft | null
  /** Back to the form. */
  onLeave: () => void
  /** The disk or the server has it: the form has done its part. */
  onKept: () => void
  /** The server has it: the collection's total moved. */
  onAccepted: () => void
  /** The server said no: the collection may have closed. */
  onRefused: (error: AppError) => void
  /** It was thanked for, or goes on by itself. */
  onDone: () => void
}

type Step = 'transfer' | 'receipt' | 'confirm' | 'sent'

/** From the organiser's account to the thanks: transfer, receipt, confirm, celebrate. */
export function TransferFlow({ collection, report, found, ...told }: TransferFlowProps) {
  const [step, setStep] = useState<Step>('transfer')
  const [copied, setCopied] = useState(false)
  const [saysTransferred, setSaysTransferred] = useState(false)
  const [asking, setAsking] = useState<'leave' | 'no-receipt' | null>(null)
  const chosen = useChosenReceipt(report.id)
  const { busy, problem, outgoing, send } = useSending(collection, report, chosen.receipt, told)
  const { organiserName } = collection

  // A person who copied nothing, chose no receipt and did not confirm has not transferred: leave without a question.
  const mayHaveTransferred = copied || saysTransferred || chosen.receipt !== null
  function close() {
    if (busy) return
    if (mayHaveTransferred) setAsking('leave')
    else told.onLeave()
  }
  async function confirm() {
    setAsking(null)
    if (await send()) setStep('sent')
  }

  /** Thanked for, it needs no line on the next page. */
  function dismissReceived() {
    if (outgoing?.state.name === 'received') void dismissReport(report.id)
  }

  const isSending = step === 'sent' && outgoing !== undefined && isBeingSent(outgoing.state)
  if (step === 'sent' && outgoing && !isSending) {
    if (outgoing.state.name === 'waiting' && !outgoing.state.reported) {
      return (
        <KeptStep
          collectionId={collection.id}
          organiser={organiserName}
          hasReceipt={chosen.receipt !== null}
          waiting={outgoing.state}
          isOnDisk={outgoing.isOnDisk}
          onRetry={wakeReports}
          onClose={told.onDone}
        />
      )
    }
    if (outgoing.state.name !== 'refused') {
      return (
        <Celebration
          text="Tu aporte ha sido registrado correctamente."
          onClose={() => {
            dismissReceived()
            told.onDone()
          }}
        >
          {(outgoing.fileName || outgoing.ownKey) && (
            <>
              {outgoing.fileName && <ReceiptProgress report={outgoing} />}
              {outgoing.ownKey && (
                <Link to={links.ownReport(report.id, outgoing.ownKey)} onClick={dismissReceived}>
                  Ver lo que enviaste
                </Link>
              )}
            </>
          )}
        </Celebration>
      )
    }
  }

  return (
    <>
      {step === 'transfer' && (
        <TransferStep
          collection={collection}
          amount={report.amount}
          found={found}
          copied={copied}
          onCopied={() => setCopied(true)}
          onNext={() => {
            setSaysTransferred(true)
            setStep('receipt')
          }}
          onClose={close}
        />
      )}
      {step === 'receipt' && (
        <ReceiptStep
          organiser={organiserName}
          chosen={chosen}
          onNext={() => setStep('confirm')}
          onClose={close}
        />
      )}
      {(step === 'confirm' || step === 'sent') && (
        <ConfirmStep
          collection={collection}
          report={report}
          fileName={chosen.receipt?.name ?? null}
          busy={busy || isSending}
          mustStay={isSending && !outgoing.isOnDisk}
          problem={problem}
          onConfirm={() => (chosen.receipt ? void confirm() : setAsking('no-receipt'))}
          onBack={() => setStep('receipt')}
          onClose={close}
        />
      )}
      {asking === 'leave' && (
        <LeaveQuestion
          organiser={organiserName}
          sending={isSending ? outgoing : null}
          onStay={() => setAsking(null)}
          onLeave={told.onLeave}
        />
      )}
      <ConfirmDialog
        open={asking === 'no-receipt'}
        title="¿Confirmar sin comprobante?"
        confirmLabel="Confirmar sin comprobante"
        cancelLabel="Agregar comprobante"
        onConfirm={() => void confirm()}
        onCancel={() => {
          setAsking(null)
          setStep('receipt')
        }}
      >
        Después no podrás agregarlo. {organiserName} tendrá que buscar tu transferencia en su
        cuenta.
      </ConfirmDialog>
    </>
  )
}

/** A report that this tab has not tried to send, because another one sends, is being sent. */
function isBeingSent(state: ReportState): boolean {
  if (state.name === 'waiting') return !state.reported && state.reason === null
  return state.name === 'sending-report'
}

/** Keeps report and receipt, once, and follows how they fare (R3). */
function useSending(
  collection: PublicCollection,
  report: ContributionReport,
  receipt: ReturnType<typeof useChosenReceipt>['receipt'],
  told: Pick<TransferFlowProps, 'onKept' | 'onAccepted' | 'onRefused'>,
) {
  const session = useSession()
  const keeping = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ error: AppError; attempt: number } | null>(null)
  const outgoing = useOutgoing().find(({ id }) => id === report.id)
  const state = outgoing?.state.name

  const fail = (error: AppError) =>
    setProblem((before) => ({ error, attempt: (before?.attempt ?? 0) + 1 }))

  async function send(): Promise<boolean> {
    if (keeping.current) return false
    keeping.current = true
    setBusy(true)
    setProblem(null)
    try {
      await takeReport({
        id: report.id,
        personId: session.name === 'signed-in' ? session.user.id : null,
        collectionId: collection.id,
        collectionTitle: collection.title,
        organiserName: collection.organiserName,
        report: { ...report, hasReceipt: receipt !== null },
        receipt,
        at: new Date().toISOString(),
        capability: null,
        refusal: null,
      })
      if (!isInMemory(report.id)) await finishForm()
      return true
    } catch (error) {
      fail(error as AppError)
      return false
    } finally {
      keeping.current = false
      setBusy(false)
    }
  }

  async function finishForm() {
    told.onKept()
    await dropChosenReceipt(report.id).catch(() => undefined)
  }

  /** A draft again, with its receipt: on the disk first, as the page may go at any moment. */
  async function takeBack({ code, message }: Refusal) {
    keeping.current = true
    if (receipt) await keepChosenReceipt(report.id, receipt).catch(() => undefined)
    const error = new AppError(code, message)
    fail(error)
    told.onRefused(error)
    await dismissReport(report.id).catch(() => undefined)
    keeping.current = false
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each state
  useEffect(() => {
    if (state === 'sending-receipt' || state === 'received') {
      void finishForm()
      told.onAccepted()
    }
    if (outgoing?.state.name === 'refused') void takeBack(outgoing.state.error)
  }, [state])

  return { busy, problem, outgoing, send }
}
