import { useState } from 'react'
import { newId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { createCollection } from '../../../shared/mutations/create-collection.ts'
import { profile } from '../../../shared/queries/profile.ts'
import { mutate } from '../../api/mutate.ts'
import { useQuery } from '../../api/use-query.ts'
import { Loading } from '../../components/loading.tsx'
import { CollectionEditor, type EditorWords } from './collection-editor.tsx'
import { newValues } from './form-values.ts'
import { SavedDialog } from './saved-dialog.tsx'

const WORDS: EditorWords = {
  title: 'Nueva colecta',
  save: 'Crear colecta',
  saving: 'Creando…',
  failure: 'No fue posible crear la colecta. Por favor, intenta nuevamente.',
  restored: 'Recuperamos lo que habías escrito.',
  startOver: 'Empezar de nuevo',
}

/** Waits for the person's default account; a failure of that question is no reason to wait on. */
export function NewCollection() {
  const [round, setRound] = useState(0)
  const person = useQuery(profile, {})
  if (person.name === 'loading') return <Loading />
  const account = person.name === 'ready' ? (person.answer?.defaultBankAccount ?? null) : null
  return (
    <EmptyForm key={round} account={account} onStartOver={() => setRound((count) => count + 1)} />
  )
}

function EmptyForm({ account, onStartOver }: { account: string | null; onStartOver: () => void }) {
  const [initial] = useState(() => newValues(newId(), account))
  return (
    <CollectionEditor
      words={WORDS}
      draft="collection:new"
      initial={initial}
      status="abierta"
      amountCollected={0}
      cancelTo={links.dashboard()}
      save={({ id, input }) => mutate(createCollection, { id, ...input })}
      onStartOver={onStartOver}
      renderSaved={(saved) => <SavedDialog {...saved} isNew />}
    />
  )
}
