import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { measure } from '../../api/measure.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton, copyText } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import { SharePanel } from '../../components/share-panel.tsx'
import { useCutOff } from '../../features/connection/offline-note.tsx'
import { shareLinks } from '../../features/sharing/share-links.ts'

type Props = {
  id: string
  title: string
  isNew?: boolean
}

/** The dialog after a collection was saved: offers its link to share. */
export function SavedDialog({ id, title, isNew = false }: Props) {
  const navigate = useNavigate()
  const isOnlyHere = useCutOff()
  const kind = isNew ? 'new' : 'changed'
  const [shared, setShared] = useState(false)
  const [copied, setCopied] = useState(false)
  const { link, whatsAppHref, message } = shareLinks({ id, title })
  const goToCollection = () => navigate(links.collection(id), { replace: true })

  useEffect(() => {
    // The link was already copied when the form was saved. If the browser refused, the button stays here.
    if (isNew) copyText(link).then(setCopied)
  }, [isNew, link])

  return (
    <Dialog
      title={isNew ? 'Tu colecta está lista' : 'Guardamos los cambios'}
      lead={`${copied ? 'Ya copiamos el enlace. ' : ''}${isOnlyHere ? ONLY_HERE[kind] : SENT[kind]}`}
      onClose={goToCollection}
      foot={
        <Button variant={isNew ? 'secondary' : 'primary'} main onClick={goToCollection}>
          Ir a la colecta
        </Button>
      }
    >
      {isNew ? (
        <SharePanel
          link={link}
          whatsAppHref={whatsAppHref}
          message={message}
          onCopied={() => {
            measure({ name: 'share_colecta_copy', collectionId: id })
            setShared(true)
          }}
          onShared={(method) => {
            measure({ name: 'share', collectionId: id, method })
            setShared(true)
          }}
        />
      ) : (
        <CopyButton
          text={link}
          label="Copiar enlace"
          copiedLabel="¡Enlace copiado!"
          main
          variant="secondary"
        />
      )}
      {/* A new collection needs no button that opens it. */}
      {isNew && shared && (
        <Note tone="ok" role="status">
          Se ha actualizado el estado de tu colecta a "Abierta"
        </Note>
      )}
    </Dialog>
  )
}

const SENT = {
  new: 'Comparte el enlace con el grupo: ahí están los datos para transferir.',
  changed: 'Quienes abran el enlace ya los ven.',
}

/** The collection is on this device only until the network is back (S7). */
const ONLY_HERE = {
  new: 'La guardamos en este dispositivo. El enlace funcionará apenas vuelva la conexión.',
  changed:
    'Los guardamos en este dispositivo. Quienes abran el enlace los verán cuando vuelva la conexión.',
}
