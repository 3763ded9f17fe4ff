import { Plus, Share2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useParams } from 'react-router-dom'
import { type Collection, contributionCount } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { peopleCount } from '../../../shared/queries/people.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page, StickyBar } from '../../components/page.tsx'
import { Tabs, tabId } from '../../components/tabs.tsx'
import { ArrivalAnnouncer } from '../../features/arrivals/arrivals.ts'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { SuspensionNote } from '../../features/collections/suspension-note.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { ShareDialog } from '../../features/sharing/share-collection.tsx'
import styles from './collection.module.css'
import { CollectionHead } from './collection-head.tsx'
import { Contributions } from './contributions.tsx'
import { DetailsCard } from './details-card.tsx'
import { MissingCard, missingIn, PeopleCard } from './missing-card.tsx'
import { NoticesCard } from './notices-card.tsx'
import { ProgressCard } from './progress-card.tsx'
import { RemovalRequests } from './removal-requests.tsx'

/** `/colecta/:id`, for the organiser. */
export function CollectionDetail() {
  const { id } = useParams()
  return <CurrentCollection key={id} />
}

function CurrentCollection() {
  const [isRemoved, setRemoved] = useState(false)
  if (isRemoved) return <Loading />
  return (
    <OwnCollection>
      {(collection) => <Detail collection={collection} onRemoved={setRemoved} />}
    </OwnCollection>
  )
}

type DetailProps = { collection: Collection; onRemoved: (isRemoved: boolean) => void }

type Part = 'contributions' | 'details' | 'missing'

function Detail({ collection, onRemoved }: DetailProps) {
  const [isSharing, setSharing] = useState(false)
  const [shown, setShown] = useState<Part>('contributions')
  const id = useId()
  const panelId = (part: Part) => `${id}-${part}`
  const panelProps = (part: Part) =>
    ({
      role: 'tabpanel',
      id: panelId(part),
      'aria-labelledby': tabId(panelId(part)),
      hidden: part !== current,
    }) as const
  const { suspensionReason } = collection
  // A suspended collection accepts no contributions.
  const share = suspensionReason === null ? () => setSharing(true) : null
  const count = useQuery(peopleCount, { collectionId: collection.id })
  const isListed = count.name === 'ready' && count.answer > 0
  const isMissing = isListed || missingIn(collection) !== null
  const current = shown === 'missing' && !isMissing ? 'contributions' : shown
  // An empty list has a share button of its own.
  const isEmpty = contributionCount(collection) === 0
  const headShare = isEmpty && current === 'contributions' ? null : share

  return (
    <Page title={collection.title} className={styles.page}>
      <a href="#lista-de-aportes" className={styles.skip}>
        Ir a los aportes
      </a>
      <CollectionHead collection={collection} onShare={headShare} onRemoved={onRemoved} />
      <OfflineNote />
      <ArrivalAnnouncer collectionId={collection.id} />
      {suspensionReason !== null && <SuspensionNote reason={suspensionReason} />}
      <RemovalRequests collection={collection} />
      <ProgressCard collection={collection} />
      <Tabs
        label="Partes de la colecta"
        tabs={[
          { key: 'contributions', label: 'Aportes' },
          { key: 'details', label: 'Detalles' },
          ...(isMissing
            ? [{ key: 'missing', label: isListed ? 'Quiénes faltan' : 'Cuántos faltan' } as const]
            : []),
        ]}
        shown={current}
        onShow={setShown}
        panelId={panelId}
      />
      <div {...panelProps('contributions')}>
        <Contributions collection={collection} onShare={share} />
      </div>
      <div {...panelProps('details')}>
        <div className="stack gap-3">
          <DetailsCard collection={collection} />
          <NoticesCard collection={collection} />
        </div>
      </div>
      {isMissing && (
        <div {...panelProps('missing')}>
          {!isListed && <MissingCard collection={collection} />}
          {isListed && current === 'missing' && <PeopleCard collection={collection} />}
        </div>
      )}
      <PhoneBar collection={collection} onShare={headShare} />
      {isSharing && <ShareDialog collection={collection} onClose={() => setSharing(false)} />}
    </Page>
  )
}

type Props = { collection: Collection; onShare: (() => void) | null }

function PhoneBar({ collection, onShare }: Props) {
  return (
    <StickyBar phoneOnly>
      <ButtonLink to={links.registerContribution(collection.id)} size="lg" icon={Plus}>
        Registrar
      </ButtonLink>
      {onShare && (
        <Button variant="primary" size="lg" icon={Share2} onClick={onShare}>
          Compartir
        </Button>
      )}
    </StickyBar>
  )
}
