import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import type { AppError } from '../../../shared/errors.ts'
import { isId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { collection } from '../../../shared/queries/collection.ts'
import { useQuery } from '../../api/use-query.ts'
import { Blank, Failed } from '../../components/blank.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'

type Props = {
  noIdTitle?: string
  failedTitle?: string
  children: (collection: Collection) => ReactNode
}

export function OwnCollection({ noIdTitle = NOT_FOUND, ...rest }: Props) {
  const { id = '' } = useParams()
  if (!isId(id.toLowerCase())) return <CollectionMissing title={noIdTitle} />
  return <Found key={id} id={id} {...rest} />
}

type FoundProps = Omit<Props, 'noIdTitle'> & { id: string }

function Found({ id, failedTitle = 'Error al cargar la colecta', children }: FoundProps) {
  const found = useQuery(collection, { id })
  switch (found.name) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <CollectionFailed {...found} title={failedTitle} />
    case 'ready':
      if (!found.answer) return <CollectionMissing title={NOT_FOUND} />
      return children(found.answer)
  }
}

type FailedProps = { title: string; error: AppError; retry: () => void }

export function CollectionFailed({ title, error, retry }: FailedProps) {
  return (
    <Page title="Colecta">
      <Failed level={1} title={title} onRetry={retry}>
        {error.message}
      </Failed>
    </Page>
  )
}

export function CollectionMissing({ title }: { title: string }) {
  return (
    <Page title="Colecta">
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

const NOT_FOUND = 'No se encontró la colecta'
