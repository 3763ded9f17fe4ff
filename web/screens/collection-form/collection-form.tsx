import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { today } from '../../../shared/dates.ts'
import { isId, newId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { createCollection } from '../../../shared/mutations/create-collection.ts'
import { type Profile, profile as profileQuery } from '../../../shared/queries/profile.ts'
import { measure } from '../../api/measure.ts'
import { mutate } from '../../api/mutate.ts'
import { useUser } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { Loading } from '../../components/loading.tsx'
import { type Correction, useCorrection } from '../../features/sync/correction.ts'
import { CollectionEditor, type EditorWords } from './collection-editor.tsx'
import { EditCollection } from './edit-collection.tsx'
import { newValues, withRefused } from './form-values.ts'
import { SavedDialog } from './saved-dialog.tsx'

/** `/colecta/new` and `/colecta/:id/edit`. */
export function CollectionForm() {
  const { id } = useParams()
  return id === undefined ? <NewCollection /> : <EditCollection key={id} />
}

const WORDS: EditorWords = {
  title: 'Nueva colecta',
  save: 'Crear colecta',
  saving: 'Creando…',
  failure: 'No fue posible crear la colecta. Por favor, intenta nuevamente.',
  restored: 'Recuperamos lo que habías escrito.',
  startOver: 'Empezar de nuevo',
}

/** If the person's account and name cannot be loaded, the session's name is used. */
function NewCollection() {
  const [round, setRound] = useState(0)
  const person = useQuery(profileQuery, {})
  const correction = useCorrection(createCollection.name)
  if (person.name === 'loading') return <Loading />
  return (
    <EmptyForm
      key={`${correction?.correcting} ${round}`}
      profile={person.name === 'ready' ? person.answer : null}
      correction={correction}
      onStartOver={() => setRound((count) => count + 1)}
    />
  )
}

type FormProps = {
  profile: Profile | null
  correction: Correction | null
  onStartOver: () => void
}

function EmptyForm({ profile, correction, onStartOver }: FormProps) {
  const user = useUser()
  const personId = user?.id ?? ''
  const [initial] = useState(() => {
    const organiser = profile ?? (user && { ...user, defaultBankAccount: null })
    const values = newValues(idOf(correction) ?? newId(), organiser, today(new Date()))
    return correction ? withRefused(values, correction.args) : values
  })
  return (
    <CollectionEditor
      words={WORDS}
      isNew
      draft={correction?.draft ?? `collection:new:${personId}`}
      initial={initial}
      status="abierta"
      amountCollected={0}
      cancelTo={links.dashboard()}
      save={async ({ id, input }) => {
        await mutate(createCollection, { id, ...input }, { correcting: correction?.correcting })
        measure({ name: 'conversion', kind: 'collection' })
      }}
      onStartOver={onStartOver}
      renderSaved={(saved) => <SavedDialog {...saved} isNew />}
    />
  )
}

/** null as well for a change that was refused because of its id (another person's, or a deleted collection's). */
function idOf(correction: Correction | null): string | null {
  if (correction?.code === 'conflict') return null
  const id = correction?.args.id
  return typeof id === 'string' && isId(id) ? id : null
}
