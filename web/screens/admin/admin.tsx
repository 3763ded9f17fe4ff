import { ChartColumn, RefreshCw } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PERIODS, type Period } from '../../../shared/statistics.ts'
import { Blank, Failed } from '../../components/blank.tsx'
import { Button } from '../../components/button.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { Skeleton } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { FilterTabs } from '../../components/table-tools.tsx'
import styles from './admin.module.css'
import { DaysTable } from './days-table.tsx'
import { Suspects } from './suspects.tsx'
import { Totals } from './totals.tsx'
import { useStatistics } from './use-statistics.ts'
import { useSuspects } from './use-suspects.ts'

// Its library is as large as the rest of this screen, and nobody waits for it.
const Chart = lazyExtra(() => import('./chart.tsx'), 'Chart', NoChart)

const LABELS: Record<Period, string> = {
  7: '7 días',
  30: '30 días',
  90: '90 días',
  365: 'Último año',
}
const TABS = PERIODS.map((period) => ({ value: String(period), label: LABELS[period] }))

/** What was made here lately, day by day. */
export function Admin() {
  const [query, setQuery] = useSearchParams()
  const asked = Number(query.get('days'))
  const days = PERIODS.find((period) => period === asked) ?? PERIODS[0]
  const { statistics, error, busy, reload } = useStatistics(days)
  const suspects = useSuspects()
  // Complaints are on top, and would push down the figures that were there before them.
  const isLoading = !suspects.collections && !suspects.error

  return (
    <Page>
      <title>Panel de Administración · Entre Todos</title>
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>Panel de Administración</h1>
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
          {error && (
            <Card>
              <Failed
                level={2}
                title="Error al cargar las estadísticas"
                onRetry={reload}
                busy={busy}
              >
                {error.message}
              </Failed>
            </Card>
          )}
          {!error && (
            <div className={styles.parts} aria-busy={busy}>
              <Totals total={statistics?.total ?? null} />
              <Card aria-labelledby="chart">
                <CardHead title="Aportes y montos" id="chart" />
                <div className={styles.chart}>
                  {statistics && (
                    <Suspense>
                      <Chart days={statistics.days} />
                    </Suspense>
                  )}
                </div>
              </Card>
              <Card pad={false} clip aria-labelledby="days">
                <CardHead ruled title="Estadísticas por Día" id="days" />
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
    <Blank icon={ChartColumn} title="No se pudo cargar el gráfico">
      Las cifras están en la tabla.
    </Blank>
  )
}
