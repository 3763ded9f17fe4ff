import { SearchX } from 'lucide-react'
import { links } from '../../../shared/links.ts'
import { Blank } from '../../components/blank.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Page } from '../../components/page.tsx'

/** The collection of this address is not there, or not this person's. */
export function CollectionMissing({ title }: { title: string }) {
  return (
    <Page>
      <title>Colecta · Entre Todos</title>
      <Blank
        level={1}
        icon={SearchX}
        title={title}
        role="status"
        actions={
          <ButtonLink to={links.dashboard()} variant="primary">
            Volver al dashboard
          </ButtonLink>
        }
      >
        Revisa el enlace: puede que falte una parte, o que la colecta se haya eliminado.
      </Blank>
    </Page>
  )
}
