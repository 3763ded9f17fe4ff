import { useState } from 'react'
import { complain } from '../../../shared/api/collections.ts'
import { COMPLAINT_REASONS, complaint, complaintReason } from '../../../shared/complaint.ts'
import { newId } from '../../../shared/id.ts'
import { check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Choice, ChoiceGroup } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { Textarea } from '../../components/input.tsx'
import { useForm } from '../../forms/use-form.ts'

type Props = { collectionId: string; onClose: () => void }

/** Form with which a guest complains about a collection. */
export function ComplaintDialog({ collectionId, onClose }: Props) {
  const [isSent, setSent] = useState(false)
  const form = useForm({
    draft: `contribute:complaint:${collectionId}`,
    initial: { id: newId(), reason: '', details: '' },
    check: (values) => check(complaint, values),
    async send(input) {
      await request(complain, { params: { id: collectionId }, input })
      setSent(true)
    },
  })
  if (isSent) {
    return (
      <Dialog
        title="Gracias por avisarnos"
        lead="Quien administra Entre Todos va a revisar esta colecta. Mientras tanto, no transfieras si tienes dudas."
        onClose={onClose}
        foot={
          <Button main onClick={onClose}>
            Cerrar
          </Button>
        }
      />
    )
  }
  return (
    <Dialog
      title="Denunciar esta colecta"
      lead="La denuncia llega a quien administra Entre Todos. Quien organiza no la ve."
      onClose={() => form.cancel(onClose)}
      foot={
        <Button main busy={form.busy} busyText="Enviando…" onClick={() => void form.submit()}>
          Enviar denuncia
        </Button>
      }
    >
      <FormProblems form={form} />
      <ChoiceGroup legend="Motivo" {...form.field('reason')}>
        {complaintReason.options.map((reason) => (
          <Choice
            key={reason}
            name="complaint-reason"
            value={reason}
            label={COMPLAINT_REASONS[reason]}
            checked={form.values.reason === reason}
            onChange={() => form.change({ reason })}
          />
        ))}
      </ChoiceGroup>
      <Field label="Cuéntanos más" optional {...form.field('details')}>
        <Textarea {...form.control('details')} />
      </Field>
    </Dialog>
  )
}
