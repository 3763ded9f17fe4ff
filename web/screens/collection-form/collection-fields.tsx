import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CollectionForm } from '../../../shared/collection.ts'
import { daysUntil, formatDay, isDay, today } from '../../../shared/dates.ts'
import { formatMoney, parseMoney } from '../../../shared/money.ts'
import { countOf } from '../../../shared/text.ts'
import { Checkbox } from '../../components/choice.tsx'
import { Field } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { Input, Textarea } from '../../components/input.tsx'
import { MoneyInput } from '../../components/money-input.tsx'
import { AccountField } from '../../features/collections/account-field.tsx'
import type { useForm } from '../../forms/use-form.ts'
import styles from './collection-form.module.css'
import { type FormValues, withTyped, wordOf } from './form-values.ts'

type Form = ReturnType<typeof useForm<FormValues, unknown>>

type Props = { form: Form; isNew: boolean; isVisitor?: boolean }

/** The fields of the collection form. */
export function CollectionFields({ form, isNew, isVisitor = false }: Props) {
  const { values, field, control } = form
  const type = (typed: Partial<CollectionForm>) => form.change(withTyped(values, typed))

  return (
    <>
      <fieldset className={styles.part}>
        <legend>Qué quieren lograr</legend>
        <Field label="Motivo" {...field('title')}>
          <Input
            {...control('title')}
            placeholder="Por ejemplo: Regalo para la seño Caro"
            autoComplete="off"
          />
        </Field>
      </fieldset>

      <fieldset className={styles.part}>
        <legend>Cuánto entre todos</legend>
        <div className={styles.pairs}>
          <Field label="Total a colectar" hint={shareHint(values)} {...field('totalAmount')}>
            <MoneyInput
              name="totalAmount"
              value={values.totalAmount}
              onValue={(totalAmount) => type({ totalAmount })}
            />
          </Field>
          <Field label="Cantidad de personas" optional {...field('cantidadPersonas')}>
            <Input
              {...control('cantidadPersonas')}
              onChange={({ target }) => type({ cantidadPersonas: target.value })}
              inputMode="numeric"
              autoComplete="off"
            />
          </Field>
        </div>
      </fieldset>

      <fieldset className={styles.part}>
        <legend>A qué cuenta</legend>
        <AccountField
          label="Alias, CBU o CVU"
          {...field('bankAccount')}
          control={control('bankAccount')}
        />
      </fieldset>

      <Proposed
        title={isNew ? 'El resto ya está propuesto' : 'Los detalles'}
        words={proposalText(values, isVisitor)}
        isOpen={!isNew}
      >
        <div className={styles.pairs}>
          <Field
            label="Monto sugerido"
            hint="Lo que propones por persona."
            {...field('suggestedAmount')}
          >
            <MoneyInput
              name="suggestedAmount"
              value={values.suggestedAmount}
              onValue={(suggestedAmount) => type({ suggestedAmount })}
            />
          </Field>
          <Field label="Fecha límite" hint={deadlineHint(values.deadline)} {...field('deadline')}>
            <Input {...control('deadline')} type="date" min={today(new Date())} />
          </Field>
        </div>
        <Checkbox
          label="Cerrar sola al final de ese día"
          hint="Si no, sigue abierta hasta que la cierres tú."
          checked={values.closesAlone !== ''}
          onChange={({ target }) => form.change({ closesAlone: wordOf(target.checked) })}
        />
        <Checkbox
          label="Pedir un monto único a cada persona"
          hint="Suma unos centavos para reconocer cada transferencia sola. Ej.: $ 15.000,37"
          checked={values.uniqueCents !== ''}
          onChange={({ target }) => form.change({ uniqueCents: wordOf(target.checked) })}
        />
        <Field
          label="Identificador de cuenta"
          hint={`El nombre que verán quienes transfieren, para confirmar que es la cuenta correcta.${isVisitor ? ' Si lo dejas vacío, es el tuyo.' : ''}`}
          {...field('accountIdentifier')}
        >
          <Input {...control('accountIdentifier')} autoComplete="off" />
        </Field>
        <Field label="Descripción" optional {...field('description')}>
          <Textarea {...control('description')} />
        </Field>
      </Proposed>
    </>
  )
}

/** "$ 16.000 por persona, hasta el 06/12/2026, a nombre de Lucía Fernández." */
function proposalText(values: FormValues, isVisitor: boolean): string {
  const { suggestedAmount, deadline, accountIdentifier, closesAlone } = values
  const suggested = parseMoney(suggestedAmount)
  const holder = accountIdentifier.trim()
  const parts = [
    suggested ? `${formatMoney(suggested)} por persona` : '',
    isDay(deadline) ? `hasta el ${formatDay(deadline)}${closesAlone ? ' (cierra sola)' : ''}` : '',
    holder ? `a nombre de ${holder}` : isVisitor ? 'a tu nombre' : '',
  ].filter((part) => part !== '')
  const words = parts.join(', ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** "16 aportes de $ 32.000." as soon as both amounts can be read. */
function shareHint({ suggestedAmount, totalAmount }: FormValues): string {
  const suggested = parseMoney(suggestedAmount)
  const total = parseMoney(totalAmount)
  if (!suggested || !total) return 'Lo que necesitan juntar en total.'
  const count = Math.ceil(total / suggested)
  return `${countOf(count, 'aporte')} de ${formatMoney(suggested)}.`
}

/** A date input shows the date in the browser's language; this line shows it as it is written in Argentina. */
function deadlineHint(deadline: string): string {
  const now = today(new Date())
  if (!isDay(deadline) || deadline < now) return 'El último día para aportar.'
  const days = daysUntil(deadline, now)
  if (days === 0) return `Último día: hoy, ${formatDay(deadline)}.`
  return `Último día: ${formatDay(deadline)}, en ${countOf(days, 'día')}.`
}

type ProposedProps = {
  title: string
  words: string
  isOpen: boolean
  children: ReactNode
}

function Proposed({ title, words, isOpen, children }: ProposedProps) {
  const [opened, setOpened] = useState(isOpen)
  return (
    <details
      className={styles.proposed}
      open={opened}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={styles.summaryText}>
          <span className="strong">{title}</span>
          <span className={styles.summaryWords}>{words}</span>
        </span>
        <Icon of={ChevronDown} className="chevron" />
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}
