import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { type ManualContribution, manualContribution } from '../../../shared/contribution.ts'
import { hasCode } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import {
  formatAmount,
  formatMoney,
  MAX_AMOUNT,
  parseMoney,
  typedAmount,
} from '../../../shared/money.ts'
import { addManualContribution } from '../../../shared/mutations/add-manual-contribution.ts'
import { firstWord } from '../../../shared/text.ts'
import { type Checked, check } from '../../../shared/validation.ts'
import { mutate } from '../../api/mutate.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { EmailInput, Input, Textarea } from '../../components/input.tsx'
import { belowSuggested, MoneyInput, QuickAmounts } from '../../components/money-input.tsx'
import { Note } from '../../components/note.tsx'
import { showToast } from '../../components/toast.tsx'
import type { ChangeToCorrect } from '../../features/sync/correction.ts'
import { dropDraft } from '../../forms/draft.ts'
import { nullIfBlank } from '../../forms/field-values.ts'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'
import { useForm } from '../../forms/use-form.ts'
import styles from './register-contribution.module.css'

type Props = {
  collection: Collection
  correction: ChangeToCorrect | null
  isAnother: boolean
  onAnother: () => void
}

/** The form of a manual contribution, which counts at once and needs no verification. */
export function ManualContributionForm({ collection, correction, isAnother, onAnother }: Props) {
  const { id: collectionId, suggestedAmount } = collection
  const draft = correction?.draft ?? `manual-contribution:${collectionId}`
  const [initial] = useState(() => {
    const values = emptyValues(suggestedAmount)
    return correction ? withRefused(values, correction) : values
  })
  const wantsAnother = useRef(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()

  const form = useForm<ContributionValues, ManualContribution>({
    initial,
    draft,
    renew: anotherOne,
    check: (values) => checkContribution(collectionId, values),
    async send(contribution) {
      try {
        await replaceUnexpectedMessage('Error al crear el pago', () =>
          mutate(addManualContribution, contribution, { correcting: correction?.correcting }),
        )
      } catch (error) {
        // The id belongs to another contribution. The next press saves this one with a new id.
        if (hasCode(error, 'conflict')) change(anotherOne())
        throw error
      }
      dropDraft(draft)
      showToast({ text: addedText(contribution), icon: Check })
      if (wantsAnother.current) onAnother()
      else navigate(links.collection(collectionId), { replace: true })
    },
  })
  const { values, field, control, change } = form

  useEffect(() => {
    if (isAnother) nameInput.current?.focus()
  }, [isAnother])

  return (
    <form noValidate className="stack gap-5" onSubmit={form.submit}>
      <FormProblems
        form={form}
        isIncomplete={values.contributorName.trim() === '' || values.amount.trim() === ''}
      />
      <Field label="Nombre de quien aportó" {...field('contributorName')}>
        <Input {...control('contributorName')} ref={nameInput} autoComplete="off" />
      </Field>
      <Field
        label="Monto"
        {...field('amount')}
        warning={belowSuggested(parseMoney(values.amount), suggestedAmount)}
      >
        <MoneyInput name="amount" value={values.amount} onValue={(amount) => change({ amount })} />
        <QuickAmounts
          amounts={[1, 2, 3]
            .map((people) => people * suggestedAmount)
            .filter((amount) => amount <= MAX_AMOUNT)}
          value={parseMoney(values.amount)}
          onPick={(amount) => change({ amount: formatAmount(amount) })}
        />
      </Field>
      <Field
        label="Email"
        optional
        hint="Para reconocer sus aportes."
        {...field('contributorEmail')}
      >
        <EmailInput {...control('contributorEmail')} autoComplete="off" />
      </Field>
      <Field label="Mensaje" optional {...field('message')}>
        <Textarea
          {...control('message')}
          placeholder="Por ejemplo: pagó en efectivo en la cantina"
        />
      </Field>
      <Note>Queda como acreditado: lo registras porque ya tienes el dinero.</Note>
      <div className={styles.end}>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={form.busy}
          busyText="Registrando…"
          onClick={() => {
            wantsAnother.current = false
          }}
        >
          Registrar aporte
        </Button>
        <Button
          type="submit"
          size="lg"
          disabled={form.busy}
          onClick={() => {
            wantsAnother.current = true
          }}
        >
          Registrar y agregar otro
        </Button>
      </div>
    </form>
  )
}

function emptyValues(suggested: number): ContributionValues {
  return {
    contributorName: '',
    amount: formatAmount(suggested),
    contributorEmail: '',
    message: '',
    id: newId(),
  }
}

const anotherOne = () => ({ id: newId() })

function addedText({ contributorName, amount }: ManualContribution): string {
  return `Registrado: ${formatMoney(amount)} de ${firstWord(contributorName)}`
}

/** The form's values as typed. `id` makes a repeated press or a lost response the same contribution (S7). */
interface ContributionValues extends Record<string, string> {
  contributorName: string
  amount: string
  contributorEmail: string
  message: string
  id: string
}

/** Returns the values with those of a refused change, where they can be read (S9). */
function withRefused(
  values: ContributionValues,
  { args, code }: Pick<ChangeToCorrect, 'args' | 'code'>,
): ContributionValues {
  const text = (field: keyof ContributionValues & string) => {
    const value = args[field]
    return typeof value === 'string' ? value : (values[field] ?? '')
  }
  return {
    contributorName: text('contributorName'),
    amount: typeof args.amount === 'number' ? formatAmount(args.amount) : values.amount,
    contributorEmail: text('contributorEmail'),
    message: text('message'),
    // Except an id that another contribution has.
    id: code === 'conflict' ? values.id : text('id'),
  }
}

function checkContribution(
  collectionId: string,
  { id, contributorName, contributorEmail, amount, message }: ContributionValues,
): Checked<ManualContribution> {
  return check(manualContribution, {
    id,
    collectionId,
    contributorName,
    contributorEmail: nullIfBlank(contributorEmail),
    amount: typedAmount(amount),
    message,
    paymentDate: new Date().toISOString(),
  })
}
