import { Plus, Share2 } from 'lucide-react'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { StickyBar } from '../../components/page.tsx'

type Props = { collection: Collection; onShare: () => void }

/** Under the thumb: what an organiser does most. */
export function PhoneBar({ collection, onShare }: Props) {
  return (
    <StickyBar phoneOnly>
      <ButtonLink to={links.registerContribution(collection.id)} size="lg" icon={Plus}>
        Registrar
      </ButtonLink>
      <Button variant="primary" size="lg" icon={Share2} onClick={onShare}>
        Compartir
      </Button>
    </StickyBar>
  )
}
