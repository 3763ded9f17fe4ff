import { useId, useState } from 'react'
import { shortDay } from '../../../shared/dates.ts'
import { type Centavos, formatAmount, formatMoney, parseMoney } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { fold, isolateName } from '../../../shared/text.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox, Choice, ChoiceGroup } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Field } from '../../components/field.tsx'
import { MoneyInput } from '../../components/money-input.tsx'
import { SearchInput } from '../../components/table-tools.tsx'
import type { LineChoice, ReviewLine } from '../../features/conciliation/review.ts'
import type { MatchOption, MatchRow, Paid } from '../../features/conciliation/review-view.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'
import { reasonText } from './match-rows.tsx'

type AssignLineProps = {
  line: ReviewLine
  waiting: readonly WaitingRow[]
  /** Returns the amount of a contribution that is not paid yet. */
  leftOf: (row: WaitingRow) => Centavos
  /** Throws AppError. */
  onPick: (choice: LineChoice) => Promise<void>
  onClose: () => void
}

const MOST_FOUND = 8

/** «Es de…»: the person finds the contribution that a line pays, or several. */
export function AssignLine({ line, waiting, leftOf, onPick, onClose }: AssignLineProps) {
  const draft = `assign-line:${line.id}`
  /** `picked`: ids in the order of the presses. The id of a contribution: the amount typed for it. */
  const [entered, setEntered] = useState(() => readDraft(draft))
  const { busy, failure, run } = useAction()

  const { search = '', picked: pressed = '', asIs = 'yes' } = entered
  const enter = (changed: Draft) => {
    const all = { ...entered, ...changed }
    setEntered(all)
    keepDraft(draft, all)
  }
  const pickedIds = pressed.split(' ')

  // Their current rows: after a refusal the person decides about these.
  const picked = pickedIds.flatMap((id) => waiting.find((row) => row.id === id) ?? [])
  const words = fold(search)
  const isPicked = ({ id }: WaitingRow) => pickedIds.includes(id)
  const found = waiting
    .filter(
      (row) => isPicked(row) || (leftOf(row) > 0 && fold(row.contributorName).includes(words)),
    )
    .toSorted((a, b) => Number(b.amount === line.amount) - Number(a.amount === line.amount))
    .filter((row, at) => at < MOST_FOUND || isPicked(row))

  let rest = line.amount
  const parts = picked.map((row) => {
    // The fields are shown for several contributions only.
    const own = picked.length > 1 ? entered[row.id] : undefined
    const part = own === undefined ? Math.max(0, Math.min(leftOf(row), rest)) : parseMoney(own)
    rest -= part ?? 0
    return { row, part }
  })
  const isWhole = parts.every(({ part }) => part !== null && part > 0)
  const [only] = parts
  const isLess = parts.length === 1 && only && (only.part ?? 0) < leftOf(only.row)
  const problem =
    rest < 0
      ? `La suma pasa de ${formatMoney(line.amount)} por ${formatMoney(-rest)}.`
      : isWhole
        ? null
        : 'Escribe cuánto paga de cada aporte.'

  const save = () =>
    run(async () => {
      await onPick({
        parts: parts.map(({ row, part }) => ({
          contributionId: row.id,
          part: part ?? 0,
          version: row.version,
        })),
        reason: 'by-hand',
        isAutomatic: false,
        asIs: Boolean(isLess) && asIs === 'yes',
      })
      dropDraft(draft)
    })

  return (
    <Dialog
      {...headOf(line)}
      onClose={() => {
        if (busy) return
        dropDraft(draft)
        onClose()
      }}
      foot={
        <Button
          main
          disabled={picked.length === 0 || problem !== null}
          busy={busy}
          busyText="Acreditando…"
          onClick={save}
        >
          {picked.length > 1 ? `Acreditar ${picked.length} aportes` : 'Acreditar aporte'}
        </Button>
      }
    >
      {failure && <ErrorSummary title={failure} />}
      <SearchInput
        label="Buscar por nombre"
        value={search}
        onValue={(search) => enter({ search })}
      />
      {picked.length > 1 && (
        <div className="stack gap-3">
          <h3>Este ingreso paga varios aportes</h3>
          {parts.map(({ row, part }) => (
            <Field key={row.id} label={row.contributorName}>
              <MoneyInput
                value={entered[row.id] ?? formatAmount(part ?? 0)}
                onValue={(text) => enter({ [row.id]: text })}
              />
            </Field>
          ))}
          <p className="muted small" role="status">
            {problem ?? `Quedan ${formatMoney(rest)} sin asignar.`}
          </p>
        </div>
      )}
      <div className="stack gap-2">
        {found.length === 0 && <p className="muted">Ningún aporte que espera tiene ese nombre.</p>}
        {found.map((row) => (
          <Checkbox
            key={row.id}
            label={nameAndAmount(row)}
            hint={row.collectionTitle}
            checked={isPicked(row)}
            onChange={({ target }) => {
              const others = pickedIds.filter((id) => id !== row.id)
              enter({ picked: (target.checked ? [...others, row.id] : others).join(' ') })
            }}
          />
        ))}
      </div>
      {isLess && (
        <Checkbox
          label={`Acreditar por ${formatMoney(only.part ?? 0)}`}
          hint={`El aporte es de ${formatMoney(only.row.amount)}. Sin esto queda como una parte.`}
          checked={asIs === 'yes'}
          onChange={({ target }) => enter({ asIs: target.checked ? 'yes' : 'no' })}
        />
      )}
    </Dialog>
  )
}

function headOf({ amount, day, name, text }: ReviewLine) {
  return {
    title: '¿De quién es este ingreso?',
    lead: `${formatMoney(amount)} del ${shortDay(day)}, ${name ?? text}`,
  }
}

function nameAndAmount({ contributorName, amount }: WaitingRow): string {
  return `${isolateName(contributorName)}, ${formatMoney(amount)}`
}

type OtherOptionsProps = {
  row: MatchRow
  /** Returns the amount that other lines pay of a contribution. */
  paidOf: (row: WaitingRow) => Paid
  onPick: (option: MatchOption) => void
  onSearch: () => void
  onClose: () => void
}

const MOST_OPTIONS = 5

/** «Otro…»: the best contributions of a line, with the reasons. */
export function OtherOptions({ row, paidOf, onPick, onSearch, onClose }: OtherOptionsProps) {
  const { line, options } = row
  const name = useId()
  const [picked, setPicked] = useState<MatchOption | null>(null)
  return (
    <Dialog
      {...headOf(line)}
      onClose={onClose}
      foot={
        <Button main disabled={!picked} onClick={() => picked && onPick(picked)}>
          Elegir este aporte
        </Button>
      }
    >
      <ChoiceGroup legend="Aportes que se parecen">
        {options()
          .slice(0, MOST_OPTIONS)
          .map((option) => (
            <Choice
              key={option.row.id}
              name={name}
              label={nameAndAmount(option.row)}
              hint={reasonText(option, line, paidOf(option.row))}
              checked={picked?.row.id === option.row.id}
              onChange={() => setPicked(option)}
            />
          ))}
      </ChoiceGroup>
      <div>
        <Button variant="quiet" edge="start" onClick={onSearch}>
          Buscar otro aporte
        </Button>
      </div>
    </Dialog>
  )
}
