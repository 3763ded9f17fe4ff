import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { getCollection } from '../../../shared/api/start.ts'
import type { Collection } from '../../../shared/collection.ts'
import { isId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { updateCollection } from '../../../shared/mutations/update-collection.ts'
import { collection } from '../../../shared/queries/collection.ts'
import { mutate } from '../../api/mutate.ts'
import { request } from '../../api/request.ts'
import { useQuery } from '../../api/use-query.ts'
import { useRequest } from '../../api/use-request.ts'
import { Loading } from '../../components/loading.tsx'
import { CollectionFailed, CollectionMissing } from '../../features/collections/own-collection.tsx'
import { type Correction, useCorrection } from '../../features/sync/correction.ts'
import { CollectionEditor, type EditorWords } from './collection-editor.tsx'
import { valuesOf, withRefused } from './form-values.ts'
import { SavedDialog } from './saved-dialog.tsx'

const WORDS: EditorWords = {
  title: 'Editar colecta',
  save: 'Guardar cambios',
  saving: 'Guardando…',
  failure: 'No fue posible actualizar la colecta. Por favor, intenta nuevamente.',
  restored: 'Recuperamos cambios que no guardaste.',
  startOver: 'Descartarlos',
}

export function EditCollection({ id }: { id: string }) {
  if (!isId(id.toLowerCase())) {
    return <CollectionMissing title="No se proporcionó un ID de colecta válido." />
  }
  return <FoundForEdit id={id} />
}

function FoundForEdit({ id }: { id: string }) {
  const [round, setRound] = useState(0)
  const found = useQuery(collection, { id })
  const refused = useCorrection(updateCollection.name)
  const correction = refused?.args.id === id ? refused : null

  switch (found.name) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <CollectionFailed {...found} title={FAILED} />
    case 'ready':
      // Cached values are used when the server is not reachable.
      if (found.stale && !found.error) return <Loading />
      if (!found.answer) return <NotMine id={id} />
      return (
        <FilledForm
          key={`${correction?.correcting} ${round}`}
          collection={found.answer}
          correction={correction}
          onStartOver={() => setRound((count) => count + 1)}
        />
      )
  }
}

type FormProps = {
  collection: Collection
  correction: Correction | null
  onStartOver: () => void
}

function FilledForm(props: FormProps) {
  const { correction } = props
  const { id, status, amountCollected } = props.collection
  const [initial] = useState(() => {
    const values = valuesOf(props.collection)
    return correction ? withRefused(values, changesIn(correction)) : values
  })
  return (
    <CollectionEditor
      words={WORDS}
      draft={correction?.draft ?? `collection:${id}`}
      initial={initial}
      status={status}
      amountCollected={amountCollected}
      cancelTo={links.collection(id)}
      save={async ({ changes }) => {
        // A correction without changes still discards the refused change.
        if (!correction && Object.keys(changes).length === 0) return
        await mutate(updateCollection, { id, changes }, { correcting: correction?.correcting })
      }}
      onStartOver={props.onStartOver}
      renderSaved={(saved) => <SavedDialog {...saved} />}
    />
  )
}

function changesIn({ args: { changes } }: Correction): Readonly<Record<string, unknown>> {
  return typeof changes === 'object' && changes !== null ? { ...changes } : {}
}

/** Redirects home for another person's collection. Only the server knows whether such a collection exists. */
function NotMine({ id }: { id: string }) {
  const found = useRequest(() => request(getCollection, { params: { id } }), id)
  if (found.name === 'loading') return <Loading />
  if (found.name === 'ready') return <Navigate to={links.home()} replace />
  if (found.error.code === 'not-found') {
    return <CollectionMissing title="La colecta no existe o ha sido eliminada." />
  }
  return <CollectionFailed {...found} title={FAILED} />
}

const FAILED = 'No fue posible cargar los datos de la colecta.'
