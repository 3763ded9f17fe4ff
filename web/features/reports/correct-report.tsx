import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import {
  correctOwnReport,
  getOwnReport,
  withdrawOwnReport,
} from '../../../shared/api/own-reports.ts'
import { guestCorrection } from '../../../shared/contribution.ts'
import { formatAmount, parseMoney } from '../../../shared/money.ts'
import type { OwnReport, OwnReportKey } from '../../../shared/own-report.ts'
import { ACCEPTED_RECEIPTS } from '../../../shared/receipt.ts'
import { check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { FileButton, FileLine, FileProblemNote } from '../../components/file-picker.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { Input, Textarea } from '../../components/input.tsx'
import { MoneyInput } from '../../components/money-input.tsx'
import { FailureNote } from '../../components/note.tsx'
import { changedFields } from '../../forms/field-values.ts'
import { useForm } from '../../forms/use-form.ts'
import { wakeReports } from '../../reports/outgoing.ts'
import { useChosenReceipt } from '../../reports/use-chosen-receipt.ts'

export interface OwnReportProps {
  own: OwnReportKey
  report: OwnReport
  onChanged: (report: OwnReport) => void
}

type Props = OwnReportProps & { onSaved: () => void; onClose: () => void }

/** Lets guests correct or withdraw their own report (S12). */
export function CorrectReport({ own, report, onChanged, onSaved, onClose }: Props) {
  const [isAsking, setAsking] = useState(false)
  const withdrawal = useAction()
  const chosen = useReceipt(own.id, report)
  const [opened] = useState(report) // `report` changes while the page polls
  const form = useForm({
    draft: `contribute:own:${own.id}`,
    draftsChanges: true,
    initial: {
      amount: formatAmount(opened.amount),
      contributorName: opened.contributorName,
      message: opened.message,
    },
    check: (values) => check(guestCorrection, { ...values, amount: parseMoney(values.amount) }),
    async send(value) {
      // Unchanged fields are left out: another device may have corrected them since (S12).
      const changes = changedFields(value, opened)
      onChanged(await request(correctOwnReport, { input: { ...own, changes } }))
      if (await chosen.send()) onChanged(await request(getOwnReport, { input: own }))
      onSaved()
    },
  })
  const { organiserName } = report

  const cancel = () =>
    form.cancel(() => {
      chosen.remove()
      onClose()
    })

  const withdraw = () =>
    withdrawal.run(async () => {
      const input = { ...own, isWithdrawn: true }
      onChanged(await request(withdrawOwnReport, { input }).finally(() => setAsking(false)))
      // Its receipt may still wait here, under a text that the report counts.
      wakeReports()
      cancel()
    })

  return (
    <Dialog
      title="Corregir tu aporte"
      lead={`${organiserName} ve qué cambió y cuándo.`}
      onClose={cancel}
      foot={
        <Button
          main
          disabled={chosen.busy}
          busy={form.busy}
          busyText={chosen.percent === null ? 'Guardando…' : `Enviando: ${chosen.percent} %`}
          onClick={() => void form.submit()}
        >
          Guardar cambios
        </Button>
      }
    >
      <FormProblems form={form} lineOf={({ name, message }) => ({ id: `own-${name}`, message })} />
      <Field label="Monto" id="own-amount" error={form.problems.amount}>
        <MoneyInput
          name="amount"
          value={form.values.amount}
          onValue={(amount) => form.change({ amount })}
        />
      </Field>
      <Field label="Nombre" id="own-contributorName" error={form.problems.contributorName}>
        <Input {...form.control('contributorName')} autoComplete="name" />
      </Field>
      <Field
        label={`Mensaje para ${organiserName}`}
        id="own-message"
        optional
        error={form.problems.message}
      >
        <Textarea {...form.control('message')} />
      </Field>
      {report.receiptCapability && (
        <div className="stack gap-2">
          <div className="strong small">Comprobante</div>
          {chosen.receipt ? (
            <FileLine
              name={chosen.receipt.name}
              state="Se envía al guardar"
              onRemove={form.busy ? undefined : chosen.remove}
            />
          ) : (
            <p className="muted breaks">{report.receiptName ?? 'Sin comprobante'}</p>
          )}
          <div>
            <FileButton
              label="Comprobante"
              accept={ACCEPTED_RECEIPTS}
              icon={Paperclip}
              busy={chosen.busy}
              busyText="Preparando…"
              disabled={form.busy}
              onPick={(file) => chosen.choose(file, false)}
            >
              {report.receiptName ? 'Reemplazar comprobante' : 'Agregar comprobante'}
            </FileButton>
          </div>
          {chosen.problem && <FileProblemNote text={chosen.problem} />}
        </div>
      )}
      <FailureNote text={withdrawal.failure} />
      <div>
        <Button variant="danger-quiet" edge="start" onClick={() => setAsking(true)}>
          Retirar mi aporte
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="¿Retirar tu aporte?"
        confirmLabel="Retirar mi aporte"
        cancelLabel="Dejarlo como está"
        danger
        busy={withdrawal.busy}
        busyText="Retirando…"
        onConfirm={withdraw}
        onCancel={() => setAsking(false)}
      >
        Deja de contar en la colecta. Puedes volver a informarlo desde aquí. El dinero que
        transferiste no vuelve: eso lo arreglas con {organiserName}.
      </ConfirmDialog>
    </Dialog>
  )
}

/** Replaces the receipt. An interrupted upload continues at the next try. */
function useReceipt(contributionId: string, { receiptCapability }: OwnReport) {
  const chosen = useChosenReceipt(contributionId)
  const { receipt, remove } = chosen
  const [percent, setPercent] = useState<number | null>(null)

  return {
    ...chosen,
    percent,
    /** Returns false without a file. Throws AppError. */
    async send(): Promise<boolean> {
      if (!receipt || !receiptCapability) return false
      const { uploadReceipt } = await import('../../reports/upload-receipt.ts')
      setPercent(0)
      try {
        await uploadReceipt({
          contributionId,
          capability: receiptCapability,
          receipt,
          stopped: new AbortController().signal,
          onProgress: (bytes) => setPercent(Math.floor((100 * bytes) / receipt.bytes.byteLength)),
          onAcknowledged: () => {},
        })
      } finally {
        setPercent(null)
      }
      remove()
      return true
    },
  }
}
