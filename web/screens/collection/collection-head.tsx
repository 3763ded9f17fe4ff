import {
  CopyPlus,
  FileText,
  Images,
  ListChecks,
  Pencil,
  Plus,
  Share2,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Collection, contributionCount } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { deleteCollection } from '../../../shared/mutations/delete-collection.ts'
import { restoreCollection } from '../../../shared/mutations/restore-collection.ts'
import { countOf } from '../../../shared/text.ts'
import { mutate } from '../../api/mutate.ts'
import { clearQueryCache } from '../../api/query-cache.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Menu } from '../../components/menu.tsx'
import { BackLink } from '../../components/page.tsx'
import { showToast } from '../../components/toast.tsx'
import { CollectionStatusSelect } from '../../features/collections/collection-status-select.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import { ReceiptGallery } from '../../features/receipts/receipt-gallery.tsx'
import styles from './collection.module.css'

type Props = {
  collection: Collection
  onShare: (() => void) | null
  onRemoved: (isRemoved: boolean) => void
}

export function CollectionHead({ collection, onShare, onRemoved }: Props) {
  const { id, title, creatorEmail } = collection
  return (
    <div>
      <BackLink to={links.dashboard()}>Dashboard</BackLink>
      <div className={styles.head}>
        <div className={styles.heading}>
          <h1 className="page-title">{title}</h1>
          <div className={styles.by}>
            <CollectionStatusSelect collection={collection} />
            <span className={styles.creator}>Creado por {creatorEmail}</span>
          </div>
        </div>
        <div className={styles.headActions}>
          <CollectionMenu collection={collection} onRemoved={onRemoved} />
          <ButtonLink to={links.editCollection(id)} icon={Pencil} className="only-desk">
            Editar
          </ButtonLink>
          <ButtonLink to={links.registerContribution(id)} icon={Plus} className={styles.wideOnly}>
            Registrar aporte
          </ButtonLink>
          {onShare && (
            <Button variant="primary" icon={Share2} className={styles.wideOnly} onClick={onShare}>
              Compartir
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

type CollectionMenuProps = {
  collection: Collection
  /** Called with true after the deletion, with false when it is undone. */
  onRemoved: (isRemoved: boolean) => void
}

function CollectionMenu({ collection, onRemoved }: CollectionMenuProps) {
  const { id, title } = collection
  const [isAsking, setAsking] = useState(false)
  const [isLooking, setLooking] = useState(false)
  const { busy, change } = useChange()
  const navigate = useNavigate()

  const restore = () =>
    void change(async () => {
      await mutate(restoreCollection, { id })
      // The cached result still has it as deleted.
      clearQueryCache()
      onRemoved(false)
      navigate(links.collection(id))
    }, 'No fue posible recuperar la colecta.')

  const remove = () =>
    void change(async () => {
      // The toast is outside the dialog, so the dialog closes first, also on a failure.
      await mutate(deleteCollection, { id }).finally(() => setAsking(false))
      onRemoved(true)
      navigate(links.home())
      showToast({ text: 'Colecta eliminada', action: { label: 'Deshacer', onPress: restore } })
    }, 'No fue posible eliminar la colecta.')

  return (
    <>
      <Menu
        label="Más acciones"
        outlined
        items={[
          {
            label: 'Editar colecta',
            icon: Pencil,
            phoneOnly: true,
            onPick: () => navigate(links.editCollection(id)),
          },
          {
            label: 'Conciliar',
            icon: ListChecks,
            onPick: () => navigate(links.conciliate(id)),
          },
          {
            label: 'Lista de personas',
            icon: UsersRound,
            onPick: () => navigate(links.people(id)),
          },
          { label: 'Ver comprobantes', icon: Images, onPick: () => setLooking(true) },
          {
            label: 'Rendición de cuentas',
            icon: FileText,
            onPick: () => navigate(links.accounting(id)),
          },
          {
            label: 'Duplicar',
            icon: CopyPlus,
            onPick: () => navigate(links.newCollection(id)),
          },
          {
            label: 'Eliminar colecta',
            icon: Trash2,
            danger: true,
            onPick: () => setAsking(true),
          },
        ]}
      />
      {isLooking && <ReceiptGallery collectionId={id} onClose={() => setLooking(false)} />}
      <ConfirmDialog
        open={isAsking}
        title="¿Eliminar esta colecta?"
        confirmLabel="Eliminar colecta"
        danger
        busy={busy}
        busyText="Eliminando…"
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        {lossText(collection)} “{title}” dejará de verse y su enlace dejará de funcionar. El dinero
        sigue en tu cuenta.
      </ConfirmDialog>
    </>
  )
}

function lossText(collection: Collection): string {
  const count = contributionCount(collection)
  if (count === 0) return ''
  return `Tiene ${countOf(count, 'aporte')}.`
}
