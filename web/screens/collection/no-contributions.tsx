import { Plus, Share2 } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { Blank } from '../../components/blank.tsx'
import { Button } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'

type Props = { collection: Collection; onShare: () => void }

/** Nobody has contributed yet. */
export function NoContributions({ collection, onShare }: Props) {
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
        </>
      }
    >
      Comparte el enlace y los verás llegar aquí, uno por uno.
    </Blank>
  )
}
