import { CloudOff, RefreshCw, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { getCollection } from '../../../shared/api/start.ts'
import type { Collection } from '../../../shared/collection.ts'
import type { AppError } from '../../../shared/errors.ts'
import { isId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { collection } from '../../../shared/queries/collection.ts'
import { request } from '../../api/request.ts'
import { useQuery } from '../../api/use-query.ts'
import { useFresh } from '../../api/use-request.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'

type Props = {
  noIdTitle?: string
  missingTitle?: string
  failedTitle?: string
  /** Waits for the newest values, unless the server is not reachable. Another person's collection redirects home. */
  isForm?: boolean
  children: (collection: Collection) => ReactNode
}

/**
 * Loads the organiser's collection that the path names, and renders `children` with it. Renders failures, and the
 * lack of such a collection, itself.
 */
export function OwnCollection({ noIdTitle = NOT_FOUND, ...rest }: Props) {
  const { id = '' } = useParams()
  if (!isId(id.toLowerCase())) return <OwnCollectionNotFound title={noIdTitle} />
  return <Found key={id} id={id} {...rest} />
}

type FoundProps = Omit<Props, 'noIdTitle'> & { id: string }

function Found({ children, ...props }: FoundProps) {
  const found = useQuery(collection, { id: props.id })
  switch (found.name) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <OwnCollectionFailed title={props.failedTitle} {...found} />
    case 'ready':
      if (props.isForm && found.stale && !found.error) return <Loading />
      if (!found.answer) return <NotOwn {...props} />
      return children(found.answer)
  }
}

/** Asks the server, because only it has everybody's collections. */
function NotOwn({
  id,
  missingTitle = NOT_FOUND,
  failedTitle,
  isForm,
}: Omit<FoundProps, 'children'>) {
  const found = useFresh(() => request(getCollection, { params: { id } }))
  if (found.name === 'loading') return <Loading />
  if (found.name === 'ready' && isForm) return <Navigate to={links.home()} replace />
  if (found.name === 'failed' && found.error.code !== 'not-found') {
    return <OwnCollectionFailed title={failedTitle} {...found} />
  }
  return <OwnCollectionNotFound title={missingTitle} />
}

type OwnCollectionFailedProps = { title: string | undefined; error: AppError; retry: () => void }

function OwnCollectionFailed({
  title = 'Error al cargar la colecta',
  ...failed
}: OwnCollectionFailedProps) {
  // Read once: when the network returns, the message stays until the collection is there.
  const [isOffline] = useState(() => failed.error.code === 'unavailable' && !navigator.onLine)
  return (
    <Page title="Colecta">
      {isOffline ? (
        <EmptyState
          level={1}
          icon={CloudOff}
          title="Esta colecta todavía no está en este dispositivo"
          role="status"
          actions={
            <Button icon={RefreshCw} onClick={failed.retry}>
              Reintentar
            </Button>
          }
        >
          Para traerla hace falta conexión. Cuando vuelva, se abre sola.
        </EmptyState>
      ) : (
        <Failed level={1} title={title} {...failed} />
      )}
    </Page>
  )
}

function OwnCollectionNotFound({ title }: { title: string }) {
  return (
    <Page title="Colecta">
      <EmptyState
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
      </EmptyState>
    </Page>
  )
}

const NOT_FOUND = 'No se encontró la colecta'
