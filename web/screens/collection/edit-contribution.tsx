import {
  type Contribution,
  type ManualCorrection,
  manualCorrection,
} from '../../../shared/contribution.ts'
import { formatAmount, typedAmount } from '../../../shared/money.ts'
import { check } from '../../../shared/validation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { EmailInput, Input, Textarea } from '../../components/input.tsx'
import { MoneyInput } from '../../components/money-input.tsx'
import { changedFields, nullIfBlank } from '../../forms/field-values.ts'
import { useForm } from '../../forms/use-form.ts'

type Props = {
  contribution: Contribution
  /** Receives the changed fields and their values before; not called without changes. Throws AppError. */
  onSave: (changes: ManualCorrection, before: ManualCorrection) => Promise<void>
  onClose: () => void
}

export function EditContribution({ contribution, onSave, onClose }: Props) {
  const { contributorName, amount, contributorEmail, message } = contribution
  const before = { contributorName, amount, contributorEmail, message }
  const form = useForm({
    draft: `edit-contribution:${contribution.id}`,
    draftsChanges: true,
    initial: {
      ...before,
      amount: formatAmount(amount),
      contributorEmail: contributorEmail ?? '',
    },
    check: ({ contributorEmail, amount, ...values }) =>
      check(manualCorrection, {
        ...values,
        contributorEmail: nullIfBlank(contributorEmail),
        amount: typedAmount(amount),
      }),
    async send(values) {
      const changes = changedFields(values, before)
      if (Object.keys(changes).length > 0)
        await onSave(changes, changedFields<ManualCorrection>(before, values))
      onClose()
    },
  })
  const { field, control } = form

  return (
    <Dialog
      title="Corregir aporte manual"
      onClose={() => form.cancel(onClose)}
      foot={
        <Button main busy={form.busy} busyText="Guardando…" onClick={() => void form.submit()}>
          Guardar cambios
        </Button>
      }
    >
      <FormProblems form={form} />
      <Field label="Nombre de quien aportó" {...field('contributorName')}>
        <Input {...control('contributorName')} autoComplete="off" />
      </Field>
      <Field label="Monto" {...field('amount')}>
        <MoneyInput
          name="amount"
          value={form.values.amount}
          onValue={(amount) => form.change({ amount })}
        />
      </Field>
      <Field label="Email" optional {...field('contributorEmail')}>
        <EmailInput {...control('contributorEmail')} autoComplete="off" />
      </Field>
      <Field label="Mensaje" optional {...field('message')}>
        <Textarea {...control('message')} />
      </Field>
    </Dialog>
  )
}
