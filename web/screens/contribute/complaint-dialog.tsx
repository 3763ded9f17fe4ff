import { useState } from 'react'
import { complain } from '../../../shared/api/collections.ts'
import { COMPLAINT_REASONS, complaint, complaintReason } from '../../../shared/complaint.ts'
import { newId } from '../../../shared/id.ts'
import { check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Choice, ChoiceGroup } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Field } from '../../components/field.tsx'
import { Textarea } from '../../components/input.tsx'
import { useForm } from '../../forms/use-form.ts'

type Props = { collectionId: string; onClose: () => void }

/** A reason and, if somebody likes, more words; nobody's name. */
export function ComplaintDialog({ collectionId, onClose }: Props) {
  const [isSent, setSent] = useState(false)
  const form = useForm({
    initial: { id: newId(), reason: '', details: '' },
    check: (values) => check(complaint, values),
    async send(told) {
      await request(complain, { params: { id: collectionId }, input: told })
      setSent(true)
    },
  })
  if (isSent) {
    return (
      <Dialog
        open
        title="Gracias por avisarnos"
        lead="Quien administra Entre Todos va a revisar esta colecta. Mientras tanto, no transfieras si tienes dudas."
        onClose={onClose}
        foot={
          <Button variant="primary" size="lg" block onClick={onClose}>
            Cerrar
          </Button>
        }
      />
    )
  }
  const { reason, details } = form.problems
  const problems = [
    ...(reason ? [{ id: 'complaint-reasons', message: reason }] : []),
    ...(details ? [{ id: 'details', message: details }] : []),
  ]
  return (
    <Dialog
      open
      title="Denunciar esta colecta"
      lead="La denuncia llega a quien administra Entre Todos. Quien organiza no la ve."
      onClose={() => !form.busy && onClose()}
      foot={
        <Button
          variant="primary"
          size="lg"
          block
          busy={form.busy}
          busyText="Enviando…"
          onClick={() => void form.submit()}
        >
          Enviar denuncia
        </Button>
      }
    >
      {(form.refusal || problems.length > 0) && (
        <ErrorSummary
          title={form.refusal?.message ?? 'Revisa estos datos'}
          problems={problems}
          attempt={form.failures}
        />
      )}
      <ChoiceGroup legend="Motivo" id="complaint-reasons" error={reason}>
        {complaintReason.options.map((option) => (
          <Choice
            key={option}
            name="complaint-reason"
            value={option}
            label={COMPLAINT_REASONS[option]}
            checked={form.values.reason === option}
            onChange={() => form.change({ reason: option })}
          />
        ))}
      </ChoiceGroup>
      <Field label="Cuéntanos más" id="details" optional error={details}>
        <Textarea {...form.control('details')} />
      </Field>
    </Dialog>
  )
}
