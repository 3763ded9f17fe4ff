import { Lock } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { Blank } from '../../components/blank.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { CollectionStatusPick } from '../../features/collections/collection-status-pick.tsx'

/** Only an open collection takes contributions; its organiser can open it here. */
export function ClosedNotice({ collection }: { collection: Collection }) {
  return (
    <Blank
      icon={Lock}
      level={2}
      title="Esta colecta no está aceptando contribuciones"
      actions={
        <>
          <CollectionStatusPick collection={collection} />
          <ButtonLink to={links.collection(collection.id)}>Volver a la colecta</ButtonLink>
        </>
      }
    >
      Está <strong>{collection.status.toUpperCase()}</strong>. Ábrela para registrar aportes.
    </Blank>
  )
}
