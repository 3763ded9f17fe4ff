import { ChartColumn, RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { getStatistics } from '../../../shared/api/admin.ts'
import { formatDay } from '../../../shared/dates.ts'
import { type AppError, asAppError } from '../../../shared/errors.ts'
import { type Counts, PERIODS, type Period, type Statistics } from '../../../shared/statistics.ts'
import { countOf, formatCount } from '../../../shared/text.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable, ListRow } from '../../components/data-table.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { Skeleton } from '../../components/loading.tsx'
import { Money } from '../../components/money.tsx'
import { Page } from '../../components/page.tsx'
import { FilterTabs } from '../../components/table-tools.tsx'
import styles from './admin.module.css'
import { Suspects, useSuspects } from './suspects.tsx'

// Loaded lazily: the chart's library is as large as the rest of this screen.
const Chart = lazyExtra(() => import('./chart.tsx').then((module) => module.Chart), NoChart)

const LABELS: Record<Period, string> = {
  7: '7 días',
  30: '30 días',
  90: '90 días',
  365: 'Último año',
}
const TABS = PERIODS.map((period) => ({ value: String(period), label: LABELS[period] }))

/** `/admin`: statistics and complaints, for administrators (A8). */
export function Admin() {
  const [query, setQuery] = useSearchParams()
  const asked = Number(query.get('days'))
  const days = PERIODS.find((period) => period === asked) ?? PERIODS[0]
  const { statistics, error, busy, reload } = useStatistics(days)
  const suspects = useSuspects()
  // If the complaints, which are at the top, arrived after the figures, they would push the figures down.
  const isLoading = suspects.found.name === 'loading'

  return (
    <Page title="Panel de Administración">
      <div className={styles.head}>
        <div>
          <h1 className="large">Panel de Administración</h1>
          <p className={styles.lead}>Estadísticas de la aplicación - Últimos {days} días</p>
        </div>
        <Button icon={RefreshCw} busy={busy} busyText="Actualizando…" onClick={reload}>
          Actualizar Estadísticas
        </Button>
      </div>
      {isLoading ? (
        <Card>
          <Skeleton rows={7} label="Cargando estadísticas" />
        </Card>
      ) : (
        <>
          <div className={styles.complaints}>
            <Suspects suspects={suspects} />
          </div>
          <div className={styles.period}>
            <span id="period">Período de tiempo:</span>
            <FilterTabs
              label="Período de tiempo"
              tabs={TABS}
              value={String(days)}
              onPick={(value) => setQuery({ days: value }, { replace: true })}
            />
          </div>
          {error ? (
            <Card pad={false}>
              <Failed
                level={2}
                title="Error al cargar las estadísticas"
                error={error}
                retry={reload}
                busy={busy}
              />
            </Card>
          ) : (
            <div className="stack gap-5" aria-busy={busy}>
              <Totals total={statistics?.total ?? null} />
              <Card title="Aportes y montos">
                <div className={styles.chart}>
                  {statistics && (
                    <Suspense>
                      <Chart days={statistics.days} />
                    </Suspense>
                  )}
                </div>
              </Card>
              <Card pad={false} clip title="Estadísticas por Día">
                {statistics ? (
                  <DaysTable days={statistics.days} />
                ) : (
                  <Skeleton rows={7} label="Cargando estadísticas" />
                )}
              </Card>
            </div>
          )}
        </>
      )}
    </Page>
  )
}

function NoChart() {
  return (
    <EmptyState icon={ChartColumn} title="No se pudo cargar el gráfico">
      Las cifras están en la tabla.
    </EmptyState>
  )
}

function Totals({ total }: { total: Counts | null }) {
  return (
    <div className={styles.totals}>
      <Total label="Usuarios Creados">{total && formatCount(total.users)}</Total>
      <Total label="Colectas Creadas">{total && formatCount(total.collections)}</Total>
      <Total label="Monto Total Colectas">
        {total && <Money amount={total.collectionsAmount} />}
      </Total>
      <Total label="Aportes Realizados">{total && formatCount(total.contributions)}</Total>
      <Total label="Monto Total Aportes">
        {total && <Money amount={total.contributionsAmount} />}
      </Total>
    </div>
  )
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card className={styles.total}>
      <span className="muted small breaks">{label}</span>
      <span className={styles.figure}>{children ?? '\u00a0'}</span>
    </Card>
  )
}

interface State {
  /** From the last response, which belongs to the previous period while the next one loads. */
  statistics: Statistics | null
  error: AppError | null
  busy: boolean
}

function useStatistics(days: Period): State & { reload: () => void } {
  const [state, setState] = useState<State>({ statistics: null, error: null, busy: true })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => {
    const controller = new AbortController()
    setState((before) => ({ ...before, busy: true }))
    request(getStatistics, { input: { days: String(days) }, signal: controller.signal }).then(
      (statistics) => setState({ statistics, error: null, busy: false }),
      (error) => {
        if (controller.signal.aborted) return
        setState({ statistics: null, error: asAppError(error), busy: false })
      },
    )
    return () => controller.abort()
  }, [days, attempt])

  return { ...state, reload: useCallback(() => setAttempt((attempt) => attempt + 1), []) }
}

type DayRow = Statistics['days'][number]

function DaysTable({ days }: { days: DayRow[] }) {
  return (
    <DataTable
      label="Estadísticas por Día"
      columns={DAY_COLUMNS}
      rows={days}
      rowKey={({ day }) => day}
      renderRow={(row) => <DayRowOnPhone {...row} />}
    />
  )
}

const DAY_COLUMNS: Column<DayRow>[] = [
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

function DayRowOnPhone(row: DayRow) {
  return (
    <ListRow
      title={<span className="num">{formatDay(row.day)}</span>}
      value={<Money amount={row.contributionsAmount} />}
      meta={`${countOf(row.users, 'usuario')} · ${countOf(row.collections, 'colecta')}`}
      badge={countOf(row.contributions, 'aporte')}
    />
  )
}
