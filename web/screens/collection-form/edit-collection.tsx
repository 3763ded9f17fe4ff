import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { updateCollection } from '../../../shared/mutations/update-collection.ts'
import { mutate } from '../../api/mutate.ts'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { type ChangeToCorrect, useCorrection } from '../../features/sync/correction.ts'
import { recordOf } from '../../features/sync/describe-change.ts'
import { CollectionEditor, type EditorWords } from './collection-editor.tsx'
import { valuesOf, withRefused } from './form-values.ts'
import { useChosenPicture } from './picture-card.tsx'
import { SavedDialog } from './saved-dialog.tsx'

const WORDS: EditorWords = {
  title: 'Editar colecta',
  save: 'Guardar cambios',
  saving: 'Guardando…',
  failure: 'No fue posible actualizar la colecta. Por favor, intenta nuevamente.',
  restored: 'Recuperamos cambios que no guardaste.',
  startOver: 'Descartarlos',
}

/** `/colecta/:id/edit`: the form of an existing collection, also to correct a refused change (S9). */
export function EditCollection() {
  const { id } = useParams()
  return <CurrentCollection key={id} />
}

function CurrentCollection() {
  const [round, setRound] = useState(0)
  const refused = useCorrection(updateCollection.name)
  return (
    <OwnCollection
      noIdTitle="No se proporcionó un ID de colecta válido."
      missingTitle="La colecta no existe o ha sido eliminada."
      failedTitle="No fue posible cargar los datos de la colecta."
      isForm
    >
      {(collection) => {
        const correction = refused?.args.id === collection.id ? refused : null
        return (
          <FilledForm
            key={`${correction?.correcting} ${round}`}
            collection={collection}
            correction={correction}
            onStartOver={() => setRound((count) => count + 1)}
          />
        )
      }}
    </OwnCollection>
  )
}

type FormProps = {
  collection: Collection
  correction: ChangeToCorrect | null
  onStartOver: () => void
}

function FilledForm(props: FormProps) {
  const { correction } = props
  const { id, status, amountCollected } = props.collection
  const picture = useChosenPicture(id)
  const [initial] = useState(() => {
    const values = valuesOf(props.collection)
    return correction ? withRefused(values, recordOf(correction.args.changes)) : values
  })
  return (
    <CollectionEditor
      words={WORDS}
      draft={correction?.draft ?? `collection:${id}`}
      initial={initial}
      picture={picture}
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
