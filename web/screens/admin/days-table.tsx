import { formatDay } from '../../../shared/dates.ts'
import type { Statistics } from '../../../shared/statistics.ts'
import { countOf, formatCount } from '../../../shared/text.ts'
import { type Column, DataTable, ListRow } from '../../components/data-table.tsx'
import { Money } from '../../components/money.tsx'

type DayRow = Statistics['days'][number]

export function DaysTable({ days }: { days: DayRow[] }) {
  return (
    <DataTable
      label="Estadísticas por Día"
      columns={COLUMNS}
      rows={days}
      rowKey={({ day }) => day}
      renderRow={(row) => <Row {...row} />}
    />
  )
}

const COLUMNS: Column<DayRow>[] = [
  {
    key: 'day',
    header: 'Fecha',
    isName: true,
    width: 'grow',
    cell: ({ day }) => <span className="num">{formatDay(day)}</span>,
  },
  counts('users', 'Usuarios'),
  counts('collections', 'Colectas'),
  amounts('collectionsAmount', 'Monto Colectas'),
  counts('contributions', 'Aportes'),
  amounts('contributionsAmount', 'Monto Aportes'),
]

function counts(key: Exclude<keyof DayRow, 'day'>, header: string): Column<DayRow> {
  return { key, header, align: 'end', cell: (row) => formatCount(row[key]) }
}

function amounts(key: Exclude<keyof DayRow, 'day'>, header: string): Column<DayRow> {
  return { key, header, align: 'end', cell: (row) => <Money amount={row[key]} /> }
}

function Row(row: DayRow) {
  return (
    <ListRow
      title={<span className="num">{formatDay(row.day)}</span>}
      value={<Money amount={row.contributionsAmount} />}
      meta={`${countOf(row.users, 'usuario')} · ${countOf(row.collections, 'colecta')}`}
      badge={countOf(row.contributions, 'aporte')}
    />
  )
}
