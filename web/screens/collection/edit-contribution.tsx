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
import { AS_TYPED, Input, Textarea } from '../../components/input.tsx'
import { MoneyInput } from '../../components/money-input.tsx'
import { FormProblems } from '../../features/account/form-problems.tsx'
import { useForm } from '../../forms/use-form.ts'

type Props = {
  contribution: Contribution
  /** With the fields that change, and their values before. */
  onSave: (changes: ManualCorrection, before: ManualCorrection) => void
  onClose: () => void
}

/** Of a manual contribution. The dialog opens with the values that it keeps. */
export function EditContribution({ contribution, onSave, onClose }: Props) {
  const form = useForm({
    initial: {
      contributorName: contribution.contributorName,
      amount: formatAmount(contribution.amount),
      contributorEmail: contribution.contributorEmail ?? '',
      message: contribution.message,
    },
    check: ({ contributorEmail, amount, ...values }) =>
      check(manualCorrection, {
        ...values,
        contributorEmail: contributorEmail.trim() === '' ? null : contributorEmail,
        amount: typedAmount(amount),
      }),
    async send(values) {
      const fields = FIELDS.filter((field) => values[field] !== contribution[field])
      const part = (of: ManualCorrection): ManualCorrection =>
        Object.fromEntries(fields.map((field) => [field, of[field]]))
      onClose()
      if (fields.length > 0) onSave(part(values), part(contribution))
    },
  })
  const { problems, control } = form

  return (
    <Dialog
      title="Corregir aporte manual"
      onClose={onClose}
      foot={
        <Button main onClick={() => void form.submit()}>
          Guardar cambios
        </Button>
      }
    >
      <FormProblems form={form} />
      <Field label="Nombre de quien aportó" id="contributorName" error={problems.contributorName}>
        <Input {...control('contributorName')} autoComplete="off" />
      </Field>
      <Field label="Monto" id="amount" error={problems.amount}>
        <MoneyInput
          name="amount"
          value={form.values.amount}
          onValue={(amount) => form.change({ amount })}
        />
      </Field>
      <Field label="Email" id="contributorEmail" optional error={problems.contributorEmail}>
        <Input
          {...control('contributorEmail')}
          type="email"
          inputMode="email"
          autoComplete="off"
          {...AS_TYPED}
        />
      </Field>
      <Field label="Mensaje" id="message" optional error={problems.message}>
        <Textarea {...control('message')} />
      </Field>
    </Dialog>
  )
}

const FIELDS = ['contributorName', 'amount', 'contributorEmail', 'message'] as const
