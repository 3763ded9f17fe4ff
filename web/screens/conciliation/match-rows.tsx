/* The rows of «Coinciden» and «Para revisar»: a contribution, and the line that may pay it. */
import { isPaidBeforeFees } from '../../../shared/conciliation/fees.ts'
import { shortDay } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choice.tsx'
import { Money } from '../../components/money.tsx'
import type { ReviewLine } from '../../features/conciliation/review.ts'
import type { MatchOption, MatchRow, Paid } from '../../features/conciliation/review-view.ts'
import styles from './conciliation.module.css'

type SureProps = { row: MatchRow; onTick: (isTicked: boolean) => void }

export function SureRow({ row, onTick }: SureProps) {
  const { best } = row
  const [reason] = best.pair.reasons
  return (
    <>
      <Checkbox
        label={<ContributorAmount option={best} />}
        checked={row.choice !== null}
        data-act="accept"
        onChange={({ target }) => onTick(target.checked)}
      />
      <LineWords line={row.line} />
      <Badge tone="primary">{reason}</Badge>
    </>
  )
}

type QuestionProps = {
  row: MatchRow
  /** Returns the amount that other lines pay of a contribution. */
  paidOf: (row: WaitingRow) => Paid
  onTick: (isTicked: boolean) => void
  onRefuse: () => void
  onOther: () => void
}

export function QuestionRow({ row, paidOf, onTick, onRefuse, onOther }: QuestionProps) {
  const { line, together, choice } = row
  const options = optionsShown(row)
  const [first = row.best] = options
  const names = options.map(({ row }) => row.contributorName).join(' y ')
  return (
    <>
      <div className="stack">
        {options.map((option) => (
          <ContributorAmount key={option.row.id} option={option} />
        ))}
        <span className="faint small">{together.length > 0 ? TOGETHER_WORDS : ''}</span>
      </div>
      <div className="stack">
        <LineWords line={line} />
        <span className="faint small">{reasonText(first, line, paidOf(first.row))}</span>
      </div>
      <fieldset className="row wrap gap-2" aria-label={`${names}: ¿es este?`}>
        <span className="small muted">¿Es este?</span>
        <Checkbox
          label="Sí"
          aria-label={`Sí, es de ${names}`}
          checked={choice !== null}
          data-act="accept"
          onChange={({ target }) => onTick(target.checked)}
        />
        <Button size="sm" variant="muted" data-act="reject" onClick={onRefuse}>
          No
        </Button>
        <Button size="sm" variant="muted" onClick={onOther}>
          Otro…
        </Button>
      </fieldset>
    </>
  )
}

/** Returns the ticked options, or else the proposed ones. */
function optionsShown({ best, options, together, choice }: MatchRow): MatchOption[] {
  const ids = choice?.parts.map(({ contributionId }) => contributionId)
  const ticked = ids && options().filter(({ row }) => ids.includes(row.id))
  if (ticked && ticked.length > 0) return ticked
  return together.length > 0 ? together : [best]
}

/** Name and amount of a contribution. */
export function ContributorAmount({ option: { row } }: { option: Pick<MatchOption, 'row'> }) {
  return (
    <span className={styles.who}>
      {row.contributorName} <Money amount={row.amount} />
    </span>
  )
}

function LineWords({ line }: { line: ReviewLine }) {
  return (
    <span className={styles.line}>
      →{' '}
      {[shortDay(line.day), formatMoney(line.amount), grossText(line), line.name ?? line.text]
        .filter((part) => part)
        .join(' · ')}
    </span>
  )
}

/** 'mismo monto · 1 día después · nombre parecido: GOMEZ ANA M' */
export function reasonText({ pair, row }: MatchOption, line: ReviewLine, paid: Paid): string {
  const transfers = paid.transfers > 0 ? `${paid.transfers + 1} transferencias, ` : ''
  const sum = formatMoney(paid.sum + line.amount)
  const isWhole = line.amount === row.amount || isPaidBeforeFees(line, row.amount)
  const isAlone = paid.transfers === 0
  const words = isWhole && isAlone ? [] : [`${transfers}${sum} de ${formatMoney(row.amount)}`]
  return [...pair.reasons, ...words].join(' · ')
}

/** 'bruto $ 20.000'; null where the file shows no fees. */
export function grossText({ gross }: ReviewLine): string | null {
  return gross ? `bruto ${formatMoney(gross)}` : null
}

const TOGETHER_WORDS = 'Este ingreso paga varios aportes'
