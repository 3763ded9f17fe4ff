import { useState } from 'react'
import type { Columns } from '../../../shared/conciliation/banks/bank.ts'
import { type Cell, textOf } from '../../../shared/conciliation/cell.ts'
import { type DayOrder, readDay } from '../../../shared/conciliation/days.ts'
import type { SomeColumns } from '../../../shared/conciliation/guess-columns.ts'
import {
  type Mapping,
  readMapped,
  type UnknownTable,
} from '../../../shared/conciliation/read-statements.ts'
import { spokenDay } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox, Choice, ChoiceGroup } from '../../components/choice.tsx'
import styles from './conciliation.module.css'

type Props = {
  table: UnknownTable
  left: number
  onUse: (mapping: Mapping) => void
  onSkip: () => void
}

type Role = Exclude<keyof Columns, 'texts'> | 'text' | 'none'

const ROLES: readonly (readonly [Role, string])[] = [
  ['none', 'No usar'],
  ['day', 'Fecha'],
  ['amount', 'Importe'],
  ['credit', 'Ingreso'],
  ['debit', 'Egreso'],
  ['name', 'Nombre de quien envía'],
  ['cuit', 'CUIT/CUIL'],
  ['text', 'Descripción'],
  ['reference', 'N.º de operación'],
  ['balance', 'Saldo'],
]

/** Asks for the meaning of each column of a file whose format is unknown. */
export function MappingForm({ table, left, onUse, onSkip }: Props) {
  const { titles } = table
  const width = Math.max(titles.length, ...table.rows.map((row) => row.length))
  const [roles, setRoles] = useState<Role[]>(() => rolesOf(table.guess, width))
  const [isNegativeDebit, setNegativeDebit] = useState(true)
  const [order, setOrder] = useState<DayOrder | null>(null)
  const columns = columnsOf(roles)
  const unsure = table.unsureDay
  const mapping = columns && {
    columns,
    order: order ?? undefined,
    isNegativeIncome: !isNegativeDebit && columns.amount !== undefined,
  }
  const problem = problemOf(roles, unsure !== null && order === null)
  const sample = mapping && sampleOf(table, mapping)

  return (
    <div className="stack gap-5">
      <div>
        <h2>No conocemos este archivo. ¿Qué hay en cada columna?</h2>
        <p className="muted">
          «{table.file}»{left > 1 && ` · quedan ${left} tablas`}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it, too */}
      <section className={styles.table} aria-label="Primeras filas del archivo" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {roles.map((role, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <th key={at}>
                  <span className={styles.column}>{titles[at] || `Columna ${at + 1}`}</span>
                  <select
                    className={styles.select}
                    aria-label={`Columna ${titles[at] || at + 1}`}
                    value={role}
                    onChange={({ target }) => setRoles(roles.with(at, target.value as Role))}
                  >
                    {ROLES.map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
              <tr key={number}>
                {roles.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  <td key={at}>{shown(row[at])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {roles.includes('amount') && (
        <Checkbox
          label="Los importes negativos son egresos"
          checked={isNegativeDebit}
          onChange={({ target }) => setNegativeDebit(target.checked)}
        />
      )}
      {unsure !== null && (
        <ChoiceGroup legend={dayQuestion(unsure)}>
          {(['day-first', 'month-first'] as const).map((one) => (
            <Choice
              key={one}
              name="day-order"
              label={spoken(unsure, one)}
              checked={order === one}
              onChange={() => setOrder(one)}
            />
          ))}
        </ChoiceGroup>
      )}
      <p role="status">{sample ? `Leeremos: ${sample}` : 'Todavía no leemos ninguna fila.'}</p>
      <div className="row wrap gap-2">
        <Button
          variant="primary"
          disabled={problem !== null}
          aria-describedby="why-not"
          onClick={() => mapping && onUse(mapping)}
        >
          Usar estas columnas
        </Button>
        <Button variant="muted" onClick={onSkip}>
          No usar este archivo
        </Button>
        <span id="why-not" className="muted small">
          {problem}
        </span>
      </div>
    </div>
  )
}

function rolesOf({ texts, ...columns }: SomeColumns, width: number): Role[] {
  return Array.from({ length: width }, (_, at) => {
    const found = Object.entries(columns).find(([, column]) => column === at)?.[0] as Role
    if (found && ROLES.some(([role]) => role === found)) return found
    return texts.includes(at) ? 'text' : 'none'
  })
}

function columnsOf(roles: readonly Role[]): Columns | null {
  const at = (role: Role) => {
    const column = roles.indexOf(role)
    return column === -1 ? undefined : column
  }
  const day = at('day')
  if (day === undefined) return null
  const others = ['amount', 'credit', 'debit', 'name', 'cuit', 'reference', 'balance'] as const
  return {
    day,
    ...Object.fromEntries(
      others.flatMap((role) => (at(role) === undefined ? [] : [[role, at(role)]])),
    ),
    texts: roles.flatMap((role, column) => (role === 'text' ? [column] : [])),
  }
}

function problemOf(roles: readonly Role[], isDayOpen: boolean): string | null {
  if (!roles.includes('day')) return 'Falta decir cuál es la fecha.'
  if (!roles.includes('amount') && !roles.includes('credit')) {
    return 'Falta decir cuál es el importe o el ingreso.'
  }
  const twice = ROLES.find(
    ([role]) =>
      role !== 'none' && role !== 'text' && roles.filter((one) => one === role).length > 1,
  )
  if (twice) return `Hay dos columnas como «${twice[1]}».`
  return isDayOpen ? 'Falta decir cómo se leen las fechas.' : null
}

/** The first credit among the rows shown, or the first movement. */
function sampleOf(table: UnknownTable, mapping: Mapping): string | null {
  const rows = table.rows.map((cells, at) => ({ number: at + 1, cells }))
  const { file, header, titles } = table
  const block = { sheet: null, header: header.split('|'), titles, rows, above: [] }
  const { lines } = readMapped(file, block, mapping)
  const line = lines.find(({ amount }) => amount > 0) ?? lines[0]
  if (!line) return null
  const amount = `${line.amount < 0 ? '-' : ''}${formatMoney(Math.abs(line.amount))}`
  return [spokenDay(line.day), amount, line.name].filter((part) => part !== null).join(', ')
}

function dayQuestion(day: string): string {
  return `¿${day} es ${spoken(day, 'day-first')} o ${spoken(day, 'month-first')}?`
}

function spoken(text: string, order: DayOrder): string {
  const day = readDay(text, order)
  return day === null ? text : spokenDay(day)
}

function shown(cell: Cell | undefined): string {
  return cell instanceof Date ? textOf(cell).slice(0, 10) : textOf(cell)
}
