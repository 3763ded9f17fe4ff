import { useState } from 'react'
import { manualContribution } from '../../../shared/contribution.ts'
import { spokenDay } from '../../../shared/dates.ts'
import { newId } from '../../../shared/id.ts'
import { formatAmount, formatMoney, typedAmount } from '../../../shared/money.ts'
import { createFromLine } from '../../../shared/mutations/create-from-line.ts'
import { check } from '../../../shared/validation.ts'
import { mutate } from '../../api/mutate.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { FormProblems } from '../../components/form-problems.tsx'
import { Input } from '../../components/input.tsx'
import { MoneyInput } from '../../components/money-input.tsx'
import { FilterSelect } from '../../components/select.tsx'
import type { ReviewLine } from '../../features/conciliation/review.ts'
import { useForm } from '../../forms/use-form.ts'
import { grossText } from './match-rows.tsx'

type Props = {
  line: ReviewLine
  collections: readonly { id: string; title: string }[]
  onCreated: (contributionId: string) => void
  onClose: () => void
}

/** «Crear aporte»: the form of a manual contribution, filled from the line. */
export function CreateContribution({ line, collections, onCreated, onClose }: Props) {
  const [ids] = useState(() => ({ contribution: newId(), match: newId() }))
  const form = useForm({
    draft: `create-from-line:${line.id}`,
    draftsChanges: true,
    initial: {
      contributorName: titleCase(line.name ?? ''),
      amount: formatAmount(line.gross ?? line.amount), // as its contributor sent it
      collectionId: collections[0]?.id ?? '',
    },
    check: ({ contributorName, amount, collectionId }) =>
      check(manualContribution, {
        id: ids.contribution,
        collectionId,
        contributorName,
        contributorEmail: null,
        amount: typedAmount(amount),
        message: '',
        paymentDate: `${line.day}T15:00:00.000Z`,
      }),
    async send({ paymentDate: _, ...contribution }) {
      const { amount } = contribution
      await mutate(createFromLine, {
        ...contribution,
        match: {
          id: ids.match,
          lineId: line.id,
          lineDay: line.day,
          lineAmount: line.amount,
          part: Math.min(amount, line.amount),
          isSplit: false,
          source: line.source,
        },
      })
      onCreated(ids.contribution)
    },
  })
  const { field, control, values } = form

  return (
    <Dialog
      title="Crear aporte"
      lead={`Transferencia del ${spokenDay(line.day)} por ${[formatMoney(line.amount), grossText(line)].filter(Boolean).join(', ')}. Queda acreditado.`}
      onClose={() => form.cancel(onClose)}
      foot={
        <Button main busy={form.busy} busyText="Creando…" onClick={() => void form.submit()}>
          Crear aporte
        </Button>
      }
    >
      <FormProblems form={form} />
      {collections.length > 1 && (
        <FilterSelect
          label="Colecta"
          placeholder={collections[0]?.title ?? ''}
          options={collections.map(({ id, title }) => ({ value: id, label: title }))}
          value={values.collectionId}
          onPick={(collectionId) => form.change({ collectionId })}
        />
      )}
      <Field label="Nombre de quien aportó" {...field('contributorName')}>
        <Input {...control('contributorName')} autoComplete="off" />
      </Field>
      <Field label="Monto" {...field('amount')}>
        <MoneyInput
          name="amount"
          value={values.amount}
          onValue={(amount) => form.change({ amount })}
        />
      </Field>
    </Dialog>
  )
}

/** GOMEZ ANA MARIA -> Gomez Ana Maria */
function titleCase(name: string): string {
  return name.toLowerCase().replace(/(?:^|[\s'’-])\p{L}/gu, (start) => start.toUpperCase())
}
