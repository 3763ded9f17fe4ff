import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { ShareDialog } from '../../features/sharing/share-dialog.tsx'
import styles from './collection-detail.module.css'
import { CollectionHead } from './collection-head.tsx'
import { Contributions } from './contributions.tsx'
import { DetailsCard } from './details-card.tsx'
import { MissingCard } from './missing-card.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { ProgressCard } from './progress-card.tsx'
import { RemovalRequests } from './removal-requests.tsx'
import { ShareCard } from './share-card.tsx'
import { SuspensionNote } from './suspension-note.tsx'
import { useReview } from './use-contributions-view.ts'

/** `/colecta/:id`: a colecta as its organiser sees it. */
export function CollectionDetail() {
  const { id } = useParams()
  return <Shown key={id} />
}

function Shown() {
  const [isRemoved, setRemoved] = useState(false)
  if (isRemoved) return <Loading />
  return (
    <OwnCollection>
      {(collection) => <Detail collection={collection} onRemoved={setRemoved} />}
    </OwnCollection>
  )
}

type DetailProps = { collection: Collection; onRemoved: (isRemoved: boolean) => void }

function Detail({ collection, onRemoved }: DetailProps) {
  const [isSharing, setSharing] = useState(false)
  const review = useReview()
  const share = () => setSharing(true)

  return (
    <Page className={styles.page}>
      <title>{`${collection.title} · Entre Todos`}</title>
      <CollectionHead collection={collection} onShare={share} onRemoved={onRemoved} />
      <OfflineNote />
      <SuspensionNote collectionId={collection.id} />
      <RemovalRequests collection={collection} />
      <div className={styles.cards}>
        <div className={styles.facts}>
          <ProgressCard
            collection={collection}
            onReview={() => {
              review()
              const contributions = document.getElementById('aportes')
              contributions?.scrollIntoView()
              contributions?.focus({ preventScroll: true })
            }}
          />
          <MissingCard collection={collection} />
          <DetailsCard collection={collection} />
        </div>
        <ShareCard collection={collection} />
      </div>
      <Contributions collection={collection} onShare={share} />
      <PhoneBar collection={collection} onShare={share} />
      <ShareDialog collection={collection} open={isSharing} onClose={() => setSharing(false)} />
    </Page>
  )
}
