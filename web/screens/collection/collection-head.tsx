import { Pencil, Plus, Share2 } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { BackLink } from '../../components/page.tsx'
import { CollectionStatusPick } from '../../features/collections/collection-status-pick.tsx'
import styles from './collection-head.module.css'
import { CollectionMenu } from './collection-menu.tsx'

type Props = {
  collection: Collection
  onShare: () => void
  onRemoved: (isRemoved: boolean) => void
}

/** What it is called, whether it is open, who created it, and what can be done with it. */
export function CollectionHead({ collection, onShare, onRemoved }: Props) {
  const { id, title, creatorEmail } = collection
  return (
    <div>
      <BackLink to={links.dashboard()}>Dashboard</BackLink>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1>{title}</h1>
          <div className={styles.by}>
            <CollectionStatusPick collection={collection} />
            <span className={styles.creator}>Creado por {creatorEmail}</span>
          </div>
        </div>
        <div className={styles.actions}>
          <CollectionMenu collection={collection} onRemoved={onRemoved} />
          <ButtonLink to={links.editCollection(id)} icon={Pencil} className="only-desk">
            Editar
          </ButtonLink>
          <ButtonLink to={links.registerContribution(id)} icon={Plus} className={styles.wide}>
            Registrar aporte
          </ButtonLink>
          <Button variant="primary" icon={Share2} className={styles.wide} onClick={onShare}>
            Compartir
          </Button>
        </div>
      </div>
    </div>
  )
}
