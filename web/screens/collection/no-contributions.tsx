import { EyeOff, Plus, Share2 } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { collectionContributions } from '../../../shared/queries/collection-contributions.ts'
import { useQuery } from '../../api/use-query.ts'
import { Blank } from '../../components/blank.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'

type Props = { collection: Collection; onShare: () => void; onShowHidden: () => void }

/** Nobody has contributed yet, or all of it is hidden. */
export function NoContributions({ collection, onShare, onShowHidden }: Props) {
  const collectionId = collection.id
  const hidden = useQuery(collectionContributions, { collectionId, state: 'hidden' })
  const hasHidden = hidden.name === 'ready' && hidden.answer.total > 0
  return (
    <Blank
      title="Todavía no hay aportes"
      actions={
        <>
          <Button variant="primary" icon={Share2} onClick={onShare}>
            Compartir
          </Button>
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
      Comparte el enlace y los verás llegar aquí, uno por uno.
    </Blank>
  )
}
