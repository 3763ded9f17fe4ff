import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { isId } from '../../../shared/id.ts'
import { collection } from '../../../shared/queries/collection.ts'
import { useQuery } from '../../api/use-query.ts'
import { Loading } from '../../components/loading.tsx'
import { CollectionFailed } from './collection-failed.tsx'
import { CollectionMissing } from './collection-missing.tsx'

type Props = {
  /** Instead of the screen, when its address holds no id. */
  noIdTitle?: string
  failedTitle?: string
  children: (collection: Collection) => ReactNode
}

/** A screen about the collection of its address, `/colecta/:id…`, once that is known. */
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

const NOT_FOUND = 'No se encontró la colecta'
