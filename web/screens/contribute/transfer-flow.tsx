import { Button } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { dismissReport, wakeReports } from '../../reports/outgoing.ts'
import { ConfirmStep } from './confirm-step.tsx'
import type { FoundDraft } from './found-draft-note.tsx'
import { ThanksStep } from './thanks-step.tsx'
import { TransferStep } from './transfer-step.tsx'
import { dialogOf, isLeaving, isSending } from './transfer-steps.ts'
import { type TransferOptions, useTransfer } from './use-transfer.ts'
import { WaitingStep } from './waiting-step.tsx'

interface TransferFlowProps extends TransferOptions {
  /** The amount was reserved for this report alone. */
  isOwnAmount: boolean
  /** The organiser changed the account after the person saw it. */
  isOtherAccount: boolean
  found: FoundDraft | null
  onNotice: (isWanted: boolean) => void
  onOperation: (typed: string) => void
  onDone: () => void
}

/** The dialogs of a transfer, from the account to copy to the thanks (transfer-steps.ts). */
export function TransferFlow(props: TransferFlowProps) {
  const { isOwnAmount, isOtherAccount, found, onNotice, onOperation, onDone, ...options } = props
  const { collection, report } = options
  const { transfer, dispatch, chosen, outgoing, rewind } = useTransfer(options)
  const { step, copied, problem } = transfer
  const { organiserName: organiser } = collection
  const hasReceipt = chosen.receipt !== null
  const dialog = dialogOf(step)
  const close = () => dispatch({ type: 'closed', hasReceipt })
  const goBack = () => dispatch({ type: 'went-back' })
  /** No page shows a received report again. */
  const dismissReceived = () => {
    if (outgoing?.state.name === 'received') void dismissReport(report.id)
  }

  return (
    <>
      {dialog === 'transfer' && (
        <TransferStep
          collection={collection}
          amount={report.amount}
          isOwnAmount={isOwnAmount}
          isOtherAccount={isOtherAccount}
          found={found}
          copied={copied}
          onCopied={() => dispatch({ type: 'copied' })}
          onNext={() => dispatch({ type: 'transferred' })}
          onBack={goBack}
          onClose={close}
        />
      )}
      {dialog === 'confirm' && (
        <ConfirmStep
          collection={collection}
          report={report}
          isOtherAccount={isOtherAccount}
          chosen={chosen}
          found={found}
          wantsNotice={options.wantsNotice}
          onNotice={onNotice}
          operation={options.operation}
          onOperation={onOperation}
          busy={isSending(step) || step.name === 'storing' || step.name === 'taking-back'}
          mustStay={isSending(step) && outgoing?.isOnDisk === false}
          problem={problem}
          onConfirm={() => dispatch({ type: 'confirmed', hasReceipt })}
          onBack={goBack}
          onClose={close}
        />
      )}
      {step.name === 'waiting' && (
        <WaitingStep
          collectionId={collection.id}
          organiser={organiser}
          hasReceipt={hasReceipt}
          waiting={step.waiting}
          isOnDisk={outgoing?.isOnDisk ?? true}
          onRetry={wakeReports}
          onBack={goBack}
          onClose={() => rewind(onDone)}
        />
      )}
      {dialog === 'thanks' && (
        <ThanksStep
          collection={collection}
          report={report}
          outgoing={outgoing}
          onFollow={dismissReceived}
          onReturn={() => {
            dismissReceived()
            goBack()
          }}
          onClose={() => {
            dismissReceived()
            rewind(onDone)
          }}
        />
      )}
      {isLeaving(step) && (
        <LeaveQuestion
          organiser={organiser}
          sending={isSending(step) && outgoing ? outgoing : null}
          onStay={() => dispatch({ type: 'stayed' })}
          onLeave={() => dispatch({ type: 'left' })}
        />
      )}
      <ConfirmDialog
        open={step.name === 'no-receipt'}
        title="¿Confirmar sin comprobante?"
        confirmLabel="Confirmar sin comprobante"
        cancelLabel="Agregar comprobante"
        onConfirm={() => dispatch({ type: 'confirmed-without-receipt' })}
        onCancel={() => dispatch({ type: 'receipt-wanted' })}
      >
        Puedes agregarlo después, hasta que {organiser} acredite tu aporte. {organiser} tendrá que
        buscar tu transferencia en su cuenta.
      </ConfirmDialog>
    </>
  )
}

interface LeaveQuestionProps {
  organiser: string
  /** The report, while it is being sent. */
  sending: { isOnDisk: boolean } | null
  onStay: () => void
  onLeave: () => void
}

/** Asks before the dialogs close. People may have transferred already: their money would arrive without a name. */
function LeaveQuestion({ organiser, sending, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog
      {...(sending ? whileSending(organiser, sending) : beforeSending(organiser))}
      onClose={onStay}
      foot={
        <>
          <Button main onClick={onStay}>
            Seguir con mi aporte
          </Button>
          <Button variant="muted" block onClick={onLeave}>
            Salir
          </Button>
        </>
      }
    />
  )
}

function beforeSending(organiser: string) {
  return {
    title: '¿Salir sin registrar tu aporte?',
    lead: `Si ya transferiste, ${organiser} no lo verá hasta que lo confirmes aquí. Lo que escribiste queda guardado.`,
  }
}

function whileSending(organiser: string, { isOnDisk }: { isOnDisk: boolean }) {
  return {
    title: '¿Salir mientras se registra tu aporte?',
    lead: isOnDisk
      ? `Está guardado en este dispositivo y sale solo. ${organiser} todavía no lo ve.`
      : `No cierres esta página: este navegador no pudo guardar tu aporte. ${organiser} todavía no lo ve.`,
  }
}
