import type { Collection } from '../../../shared/collection.ts'
import { Card, CardHead } from '../../components/card.tsx'
import { ShareCollection } from '../../features/sharing/share-collection.tsx'
import styles from './share-card.module.css'

/** The link, WhatsApp and the QR, always at hand; on a phone they are behind "Compartir". */
export function ShareCard({ collection }: { collection: Collection }) {
  return (
    <Card className={styles.card} aria-labelledby="compartir">
      <CardHead title="Comparte tu colecta" id="compartir" />
      <ShareCollection collection={collection} />
    </Card>
  )
}
