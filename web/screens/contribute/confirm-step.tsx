import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { bankAccountOf, formatBankAccount } from '../../../shared/bank-account.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { type ContributionReport, MAX_OPERATION_LENGTH } from '../../../shared/contribution.ts'
import type { AppError } from '../../../shared/errors.ts'
import { ACCEPTED_RECEIPTS } from '../../../shared/receipt.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Facts } from '../../components/facts.tsx'
import { Field } from '../../components/field.tsx'
import { FileButton, FileLine, FilePicker, FileProblemNote } from '../../components/file-picker.tsx'
import { formatSize } from '../../components/format-size.ts'
import { AS_TYPED, Input } from '../../components/input.tsx'
import { Money } from '../../components/money.tsx'
import { Note } from '../../components/note.tsx'
import type { ReceiptFile } from '../../reports/kept-report.ts'
import type { ChosenReceipt } from '../../reports/use-chosen-receipt.ts'
import { ChangedAccountNote } from './changed-account-note.tsx'
import { type FoundDraft, FoundDraftNote } from './found-draft-note.tsx'
import styles from './transfer-flow.module.css'

interface ConfirmStepProps {
  collection: PublicCollection
  report: ContributionReport
  /** Another one than the person saw first, to which they may have transferred. */
  isOtherAccount: boolean
  found: FoundDraft | null
  chosen: ChosenReceipt
  wantsNotice: boolean
  onNotice: (isWanted: boolean) => void
  operation: string
  onOperation: (typed: string) => void
  busy: boolean
  /** The report is being sent, and closing the page loses it. */
  mustStay: boolean
  problem: { error: AppError; attempt: number } | null
  onConfirm: () => void
  onBack: () => void
  onClose: () => void
}

/** The second dialog of a transfer: takes a receipt, which is optional, and confirms the report (R3). */
export function ConfirmStep(props: ConfirmStepProps) {
  const { collection, report, isOtherAccount, found, chosen, busy, mustStay, problem } = props
  const { organiserName: organiser } = collection

  return (
    <Dialog
      step={{ at: 2, of: 2 }}
      title="Agrega el comprobante y confirma"
      lead={`Con él, ${organiser} reconoce tu transferencia más rápido. PDF, JPG o PNG, hasta 10 MB.`}
      onBack={props.onBack}
      onClose={props.onClose}
      foot={
        <>
          <Button
            main
            disabled={chosen.busy}
            busy={busy}
            busyText="Registrando…"
            onClick={props.onConfirm}
          >
            Confirmar mi aporte
          </Button>
          <Button variant="muted" block disabled={busy} onClick={props.onBack}>
            Volver
          </Button>
        </>
      }
    >
      {found && !busy && <FoundDraftNote {...found} />}
      {isOtherAccount && !collection.isSuspended && (
        <ChangedAccountNote collection={collection}>
          {`Ahora es ${formatBankAccount(bankAccountOf(collection.bankAccount))}. Si transferiste a la anterior, avísale.`}
        </ChangedAccountNote>
      )}
      {problem && <ErrorSummary title={sentenceOf(problem.error)} attempt={problem.attempt} />}
      {mustStay && (
        <Note tone="warn" role="status">
          <strong>No cierres esta página.</strong> Este navegador no pudo guardar tu aporte:{' '}
          {organiser} todavía no lo ve.
        </Note>
      )}
      <Receipt chosen={chosen} isFixed={busy} />
      <Field
        label="N.º de operación"
        optional
        hint={`Está en tu comprobante: ${organiser} encuentra tu transferencia con él.`}
      >
        <Input
          name="operation"
          value={props.operation}
          maxLength={MAX_OPERATION_LENGTH}
          disabled={busy}
          {...AS_TYPED}
          onChange={(event) => props.onOperation(event.target.value)}
        />
      </Field>
      <Facts
        facts={[
          { label: 'Monto', value: <Money amount={report.amount} /> },
          { label: 'Para', value: collection.title },
          { label: 'A nombre de', value: report.contributorName },
          { label: 'Método', value: report.paymentMethod },
          busy && !chosen.receipt && { label: 'Comprobante', value: 'Sin comprobante' },
        ]}
      />
      <Checkbox
        label="Avísame por email"
        hint={`A ${report.contributorEmail}, cuando ${organiser} lo acredite o lo rechace.`}
        checked={props.wantsNotice}
        disabled={busy}
        onChange={(event) => props.onNotice(event.target.checked)}
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

/** `isFixed`: the receipt is being sent. */
function Receipt({ chosen, isFixed }: { chosen: ChosenReceipt; isFixed: boolean }) {
  const { receipt, problem, busy } = chosen
  const [original, setOriginal] = useState(false)
  const choose = (file: File) => chosen.choose(file, original)
  const picture = usePicture(receipt)

  if (!receipt) {
    if (isFixed) return null
    return (
      <>
        <FilePicker accept={ACCEPTED_RECEIPTS} busy={busy} problem={problem} onPick={choose} />
        <Checkbox
          label="Enviar las fotos sin achicar"
          hint="Pesan más y tardan más con poca señal."
          checked={original}
          onChange={(event) => setOriginal(event.target.checked)}
        />
      </>
    )
  }
  const size = formatSize(receipt.bytes.byteLength)
  if (isFixed) return <FileLine name={receipt.name} state={size} picture={picture} />
  return (
    <>
      <FileLine
        name={receipt.name}
        state={`${size} · listo para enviar`}
        picture={picture}
        onRemove={chosen.remove}
      />
      {problem && <FileProblemNote text={problem} />}
      <div className={styles.change}>
        <FileButton
          label="Otro comprobante"
          accept={ACCEPTED_RECEIPTS}
          onPick={choose}
          variant="quiet"
          icon={RotateCcw}
          busy={busy}
          busyText="Preparando…"
        >
          Cambiar archivo
        </FileButton>
      </div>
    </>
  )
}

function usePicture(receipt: ReceiptFile | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!receipt || receipt.type === 'application/pdf') return setAddress(null)
    const made = URL.createObjectURL(new Blob([receipt.bytes], { type: receipt.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [receipt])
  return address
}
