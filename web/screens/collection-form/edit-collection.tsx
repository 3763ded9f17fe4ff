import { useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { isId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { updateCollection } from '../../../shared/mutations/update-collection.ts'
import { collection } from '../../../shared/queries/collection.ts'
import { mutate } from '../../api/mutate.ts'
import { useQuery } from '../../api/use-query.ts'
import { Loading } from '../../components/loading.tsx'
import { CollectionFailed } from '../../features/collections/collection-failed.tsx'
import { CollectionMissing } from '../../features/collections/collection-missing.tsx'
import { CollectionEditor, type EditorWords } from './collection-editor.tsx'
import { valuesOf } from './form-values.ts'
import { NotMine } from './not-mine.tsx'
import { SavedDialog } from './saved-dialog.tsx'

const WORDS: EditorWords = {
  title: 'Editar colecta',
  save: 'Guardar cambios',
  saving: 'Guardando…',
  failure: 'No fue posible actualizar la colecta. Por favor, intenta nuevamente.',
  restored: 'Recuperamos cambios que no guardaste.',
  startOver: 'Descartarlos',
}

/** Only its creator changes a collection. */
export function EditCollection({ id }: { id: string }) {
  if (!isId(id.toLowerCase())) {
    return <CollectionMissing title="No se proporcionó un ID de colecta válido." />
  }
  return <FoundForEdit id={id} />
}

function FoundForEdit({ id }: { id: string }) {
  const [round, setRound] = useState(0)
  const found = useQuery(collection, { id })

  switch (found.name) {
    case 'loading':
      return <Loading />
    case 'failed':
      return <CollectionFailed {...found} title="No fue posible cargar los datos de la colecta." />
    case 'ready':
      // A form begins with what is true now, unless nobody can tell.
      if (found.stale && !found.error) return <Loading />
      if (!found.answer) return <NotMine id={id} />
      return (
        <FilledForm
          key={round}
          collection={found.answer}
          onStartOver={() => setRound((count) => count + 1)}
        />
      )
  }
}

function FilledForm(props: { collection: Collection; onStartOver: () => void }) {
  const { id, status, amountCollected } = props.collection
  const [initial] = useState(() => valuesOf(props.collection))
  return (
    <CollectionEditor
      words={WORDS}
      draft={`collection:${id}`}
      initial={initial}
      status={status}
      amountCollected={amountCollected}
      cancelTo={links.collection(id)}
      save={async ({ changes }) => {
        if (Object.keys(changes).length > 0) await mutate(updateCollection, { id, changes })
      }}
      onStartOver={props.onStartOver}
      renderSaved={(saved) => <SavedDialog {...saved} />}
    />
  )
}
