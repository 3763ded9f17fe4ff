import { Download, EyeOff, ListChecks, Plus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { type Collection, contributionCount, unverifiedCount } from '../../../shared/collection.ts'
import type { Contribution } from '../../../shared/contribution.ts'
import { links } from '../../../shared/links.ts'
import {
  type ContributionFilter,
  collectionContributions,
} from '../../../shared/queries/collection-contributions.ts'
import { formatCount } from '../../../shared/text.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, ButtonLink, IconButton } from '../../components/button.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/select.tsx'
import { FilterTabs, SearchInput, TableTools } from '../../components/table-tools.tsx'
import { ExportDialog } from '../../features/export/export-dialog.tsx'
import { optionsOf, ordersOf, useListView } from '../../features/lists/list-view.ts'
import { SortMenu } from '../../features/lists/sort-menu.tsx'
import styles from './contributions.module.css'
import { ContributionsTable } from './contributions-table.tsx'
import { CONTRIBUTIONS, prefetchView } from './contributions-view.ts'
import { EditContribution } from './edit-contribution.tsx'
import { useSelection } from './selection.ts'
import { useContributionChanges } from './use-contribution-changes.ts'

type Props = { collection: Collection; onShare: (() => void) | null }

/** The tab «Aportes» of `/colecta/:id`. */
export function Contributions({ collection, onShare }: Props) {
  const list = useListView(CONTRIBUTIONS)
  const [isExporting, setExporting] = useState(false)
  const [opened, setOpened] = useState<Contribution | null>(null)
  const [edited, setEdited] = useState<Contribution | null>(null)
  const changes = useContributionChanges(collection)
  const { search, filter, method } = list.view
  // Another device may remove the last row while somebody types in its dialog.
  const isEmpty = countIn(collection, 'all') === 0 && filter !== 'hidden' && opened === null
  const selection = useSelection(JSON.stringify([search, filter, method]))

  return (
    <Card pad={false} clip id="aportes" aria-labelledby="aportes-title" className={styles.card}>
      {isEmpty ? (
        <>
          <CardHead title="Aportes" id="aportes-title" ruled />
          <NoContributions
            collection={collection}
            onShare={onShare}
            onShowHidden={() => list.change({ filter: 'hidden' })}
          />
        </>
      ) : (
        <>
          <TableTools
            title="Aportes"
            titleId="aportes-title"
            search={
              <SearchInput
                label="Buscar por nombre"
                value={search}
                onValue={(search) => list.change({ search })}
              />
            }
            tabs={
              <FilterTabs
                label="Filtrar aportes"
                tabs={optionsOf(CONTRIBUTIONS.filters).map((tab) => ({
                  ...tab,
                  count:
                    tab.value === 'hidden'
                      ? undefined
                      : formatCount(countIn(collection, tab.value)),
                }))}
                value={filter}
                onPick={(filter) => list.change({ filter })}
                onIntent={(filter) => prefetchView(collection, list, { filter })}
              />
            }
            tabsBelow
            pick={
              <FilterSelect
                label="Filtrar por método"
                placeholder="Método"
                options={optionsOf(CONTRIBUTIONS.methods)}
                value={method}
                onPick={(method) => list.change({ method })}
              />
            }
          >
            {!selection.isOn && (
              <IconButton
                icon={ListChecks}
                label="Elegir varios aportes"
                onClick={selection.start}
              />
            )}
            <Button icon={Download} className={styles.export} onClick={() => setExporting(true)}>
              Exportar
            </Button>
            <SortMenu
              label="Ordenar aportes"
              orders={ordersOf(CONTRIBUTIONS)}
              sort={list.view.sort}
              onSort={(sort) => list.change({ sort })}
            />
          </TableTools>
          <ContributionsTable
            collection={collection}
            list={list}
            selection={selection}
            changes={changes}
            opened={opened}
            onOpen={setOpened}
            onEdit={setEdited}
          />
          {isExporting && (
            <ExportDialog
              collection={collection}
              // An export never contains hidden contributions.
              shown={{ search, state: filter === 'hidden' ? 'all' : filter, method }}
              onClose={() => setExporting(false)}
            />
          )}
        </>
      )}
      {/* Outside the list, so that it stays when another device removes the last row. */}
      {edited && (
        <EditContribution
          contribution={edited}
          onSave={(values, before) => changes.edit(edited, values, before)}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  )
}

function countIn(collection: Collection, filter: Exclude<ContributionFilter, 'hidden'>): number {
  switch (filter) {
    case 'all':
      return contributionCount(collection)
    case 'unverified':
      return unverifiedCount(collection)
    case 'verified':
      return collection.verifiedCount
    case 'pending':
      return collection.pendingCount
    case 'rejected':
      return collection.rejectedCount
  }
}

type NoContributionsProps = {
  collection: Collection
  onShare: (() => void) | null
  onShowHidden: () => void
}

/** Shown without contributions, or when all are hidden. */
function NoContributions({ collection, onShare, onShowHidden }: NoContributionsProps) {
  const collectionId = collection.id
  const hidden = useQuery(collectionContributions, { collectionId, state: 'hidden' })
  const hasHidden = hidden.name === 'ready' && hidden.answer.total > 0
  return (
    <EmptyState
      title="Todavía no hay aportes"
      actions={
        <>
          {onShare && (
            <Button variant="primary" icon={Share2} onClick={onShare}>
              Compartir
            </Button>
          )}
          <ButtonLink to={links.registerContribution(collection.id)} icon={Plus}>
            Registrar aporte
          </ButtonLink>
          {hasHidden && (
            <Button variant="quiet" icon={EyeOff} onClick={onShowHidden}>
              Ver los aportes ocultos
            </Button>
          )}
        </>
      }
    >
      {onShare
        ? 'Comparte el enlace y los verás llegar aquí, uno por uno.'
        : 'Mientras la colecta esté suspendida, nadie puede avisar aportes.'}
    </EmptyState>
  )
}
