import { useState } from 'react'
import {
  MOST_CONTRIBUTIONS,
  type MyContributionSort,
  myContributions,
} from '../../../shared/queries/my-contributions.ts'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../components/card.tsx'
import type { Sort } from '../../components/data-table.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { MyContributionsTable } from '../../features/receipts/my-contributions-table.tsx'

/** `/payments`: the signed-in person's contributions to any collection. */
export function Payments() {
  const [sort, setSort] = useState<Sort<MyContributionSort>>({ key: 'date', direction: 'desc' })
  const found = useQuery(myContributions, {
    latest: MOST_CONTRIBUTIONS,
    sort: sort.key,
    direction: sort.direction,
  })

  return (
    <Page title="Mis Pagos">
      <h1 className="title-alone">Mis Pagos</h1>
      <OfflineNote />
      <Card pad={false} clip>
        <MyContributionsTable
          label="Mis Pagos"
          found={found}
          skeleton={<Skeleton rows={5} label="Cargando pagos" />}
          emptyTitle="No tienes pagos registrados."
          level={2}
          sort={sort}
          onSort={setSort}
        />
      </Card>
    </Page>
  )
}
