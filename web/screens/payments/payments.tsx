import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import {
  MOST_CONTRIBUTIONS,
  type MyContribution,
  type MyContributionSort,
  myContributions,
} from '../../../shared/queries/my-contributions.ts'
import { useQuery } from '../../api/use-query.ts'
import { Blank, Failed } from '../../components/blank.tsx'
import { Card } from '../../components/card.tsx'
import { DataTable, type Sort } from '../../components/data-table.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import {
  MY_CONTRIBUTION_COLUMNS,
  MyContributionRow,
} from '../../features/receipts/my-contribution-columns.tsx'
import styles from './payments.module.css'

export function Payments() {
  const [sort, setSort] = useState<Sort<MyContributionSort>>({ key: 'date', direction: 'desc' })
  const found = useQuery(myContributions, {
    latest: MOST_CONTRIBUTIONS,
    sort: sort.key,
    direction: sort.direction,
  })

  return (
    <Page title="Mis Pagos">
      <h1 className={styles.title}>Mis Pagos</h1>
      <OfflineNote />
      <Card pad={false} clip>
        {found.name === 'loading' && <Skeleton rows={5} label="Cargando pagos" />}
        {found.name === 'failed' && (
          <Failed title="Error al cargar los pagos" level={2} onRetry={found.retry}>
            {found.error.message}
          </Failed>
        )}
        {found.name === 'ready' && <Rows payments={found.answer} sort={sort} onSort={setSort} />}
      </Card>
    </Page>
  )
}

interface RowsProps {
  payments: MyContribution[]
  sort: Sort<MyContributionSort>
  onSort: (sort: Sort<MyContributionSort>) => void
}

function Rows({ payments, sort, onSort }: RowsProps) {
  if (payments.length === 0) {
    return (
      <Blank icon={HandCoins} title="No tienes pagos registrados." level={2}>
        Cuando aportes a una colecta con tu sesión iniciada, lo verás aquí.
      </Blank>
    )
  }
  return (
    <DataTable
      label="Mis Pagos"
      columns={MY_CONTRIBUTION_COLUMNS}
      rows={payments}
      rowKey={({ id }) => id}
      renderRow={(contribution) => <MyContributionRow contribution={contribution} />}
      sort={sort}
      onSort={({ key, direction }) => key !== 'state' && onSort({ key, direction })}
    />
  )
}
