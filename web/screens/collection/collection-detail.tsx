import { Plus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page, StickyBar } from '../../components/page.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { SuspensionNote } from '../../features/collections/suspension-note.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { ShareCollection, ShareDialog } from '../../features/sharing/share-collection.tsx'
import styles from './collection-detail.module.css'
import { CollectionHead } from './collection-head.tsx'
import { Contributions } from './contributions.tsx'
import { DetailsCard } from './details-card.tsx'
import { MissingCard, ProgressCard } from './progress-card.tsx'
import { RemovalRequests } from './removal-requests.tsx'

/** `/colecta/:id`, for its organiser. */
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

function Detail({ collection, onRemoved }: DetailProps) {
  const [isSharing, setSharing] = useState(false)
  const { suspensionReason } = collection
  // While the collection is suspended its page accepts no contributions.
  const share = suspensionReason === null ? () => setSharing(true) : null

  return (
    <Page title={collection.title} className={styles.page}>
      <CollectionHead collection={collection} onShare={share} onRemoved={onRemoved} />
      <OfflineNote />
      {suspensionReason !== null && <SuspensionNote reason={suspensionReason} />}
      <RemovalRequests collection={collection} />
      <div className={styles.cards}>
        <div className={styles.facts}>
          <ProgressCard collection={collection} />
          <MissingCard collection={collection} />
          <DetailsCard collection={collection} />
        </div>
        {/* On a phone, the dialog of "Compartir" has these. */}
        {share && (
          <Card className={styles.share} title="Comparte tu colecta">
            <ShareCollection collection={collection} />
          </Card>
        )}
      </div>
      <Contributions collection={collection} onShare={share} />
      <PhoneBar collection={collection} onShare={share} />
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
