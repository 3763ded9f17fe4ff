import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { today } from '../../../shared/dates.ts'
import { AppError } from '../../../shared/errors.ts'
import { isId, newId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { addPeople } from '../../../shared/mutations/add-people.ts'
import { createCollection } from '../../../shared/mutations/create-collection.ts'
import { MOST_PEOPLE_AT_ONCE } from '../../../shared/people/person.ts'
import { collection } from '../../../shared/queries/collection.ts'
import { type ListedPerson, people } from '../../../shared/queries/people.ts'
import { type Profile, profile as profileQuery } from '../../../shared/queries/profile.ts'
import { formatCount } from '../../../shared/text.ts'
import type { User } from '../../../shared/user.ts'
import { LiveDatabase } from '../../api/live-database.tsx'
import { measure } from '../../api/measure.ts'
import { mutate, sendInBatches } from '../../api/mutate.ts'
import { useUser } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choice.tsx'
import { Loading } from '../../components/loading.tsx'
import { Note } from '../../components/note.tsx'
import {
  adopt,
  claim,
  dropFirstCollection,
  FIRST_COLLECTION,
  firstCollection,
  keepUntilSignedIn,
} from '../../features/collections/first-collection.ts'
import { type ChangeToCorrect, useCorrection } from '../../features/sync/correction.ts'
import { canKeepDrafts } from '../../forms/draft.ts'
import { CollectionEditor, type EditorWords } from './collection-editor.tsx'
import { copiedValues, newValues, withRefused } from './form-values.ts'
import { SavedDialog } from './saved-dialog.tsx'

const WORDS: EditorWords = {
  title: 'Nueva colecta',
  save: 'Crear colecta',
  saving: 'Creando…',
  failure: 'No fue posible crear la colecta. Por favor, intenta nuevamente.',
  restored: 'Recuperamos lo que habías escrito.',
  startOver: 'Empezar de nuevo',
  promise: 'Al crearla copiamos su enlace, listo para pegar.',
}

/** `/colecta/new`: the form of a new collection. Visitors fill it in first, and create an account at the end. */
export function NewCollection() {
  const user = useUser()
  const [wasSignedIn] = useState(user !== null)
  if (user) {
    return (
      <LiveDatabase>
        <OwnForm key={user.id} user={user} />
      </LiveDatabase>
    )
  }
  // After a sign-out the draft is hidden: it belongs to the person, who finds it after the next sign-in.
  if (wasSignedIn) return <Navigate to={links.login(links.newCollection())} replace />
  return <VisitorForm />
}

function VisitorForm() {
  const [round, setRound] = useState(0)
  return <EmptyVisitorForm key={round} onStartOver={() => setRound(round + 1)} />
}

function EmptyVisitorForm({ onStartOver }: { onStartOver: () => void }) {
  const navigate = useNavigate()
  const [initial] = useState(() => newValues(newId(), null, today(new Date())))
  const [isKept] = useState(canKeepDrafts)
  return (
    <CollectionEditor
      words={isKept ? VISITOR_WORDS : { ...VISITOR_WORDS, promise: ACCOUNT_FIRST }}
      isNew
      isVisitor
      draft={FIRST_COLLECTION}
      lead={
        <p className="muted">
          ¿Ya tienes cuenta? <Link to={links.login(links.newCollection())}>Iniciar sesión</Link>
        </p>
      }
      initial={initial}
      status="abierta"
      amountCollected={0}
      cancelTo={links.home()}
      save={async ({ values }) => {
        if (!canKeepDrafts()) throw new AppError('unavailable', ACCOUNT_FIRST)
        keepUntilSignedIn(values)
      }}
      onSaved={() => navigate(links.register())}
      onStartOver={onStartOver}
    />
  )
}

const VISITOR_WORDS: EditorWords = {
  ...WORDS,
  failure: 'No pudimos guardar tu colecta.',
  promise: 'Después creas tu cuenta. Lo que escribiste queda guardado en este dispositivo.',
}

/** Without storage, the form would be lost on the way to the account. */
const ACCOUNT_FIRST =
  'Este navegador no guarda lo que escribes. Crea primero tu cuenta y después la colecta.'

/** If the person's account and name cannot be loaded, the session's name is used. */
function OwnForm({ user }: { user: User }) {
  const [round, setRound] = useState(0)
  const person = useQuery(profileQuery, {})
  const correction = useCorrection(createCollection.name)
  const [params] = useSearchParams()
  const sourceId = params.get('copia')?.toLowerCase() ?? ''
  if (person.name === 'loading') return <Loading />
  const key = `${correction?.correcting} ${round} ${sourceId}`
  const form = {
    user,
    profile: person.name === 'ready' ? person.answer : null,
    correction,
    onStartOver: () => setRound((count) => count + 1),
  }
  return !correction && isId(sourceId) ? (
    <CopyForm key={key} {...form} sourceId={sourceId} />
  ) : (
    <EmptyForm key={key} {...form} />
  )
}

/** The form filled from another of their collections; empty if that cannot be loaded. */
function CopyForm({ sourceId, ...form }: FormProps & { sourceId: string }) {
  const found = useQuery(collection, { id: sourceId })
  const listed = useQuery(people, { collectionId: sourceId })
  if (found.name === 'loading' || listed.name === 'loading') return <Loading />
  if (found.name === 'failed' || !found.answer) return <EmptyForm {...form} />
  const list = listed.name === 'ready' ? listed.answer : []
  return <EmptyForm {...form} source={{ collection: found.answer, list }} />
}

type FormProps = {
  user: User
  profile: Profile | null
  correction: ChangeToCorrect | null
  source?: { collection: Collection; list: readonly ListedPerson[] }
  onStartOver: () => void
}

function EmptyForm({ user, profile, correction, source, onStartOver }: FormProps) {
  const [copied] = useState(() => source?.list.map(newPersonLike) ?? [])
  const [takesPeople, setTakesPeople] = useState(true)
  const [first] = useState(() => {
    if (correction || source) return null
    const isClaimed = claim(user)
    const found = firstCollection()
    return found && { ...found, isClaimed }
  })
  const [initial] = useState(() => {
    const organiser = profile ?? { ...user, defaultBankAccount: null }
    const values = newValues(idOf(correction) ?? newId(), organiser, today(new Date()))
    if (correction) return withRefused(values, correction.args)
    if (source) return copiedValues(source.collection, values)
    return first?.isClaimed ? { ...values, claimedBy: user.id } : values
  })
  const newDraft = `collection:new:${user.id}${source ? `:${source.collection.id}` : ''}`
  const ownDraft = first?.isClaimed ? FIRST_COLLECTION : newDraft
  return (
    <CollectionEditor
      words={WORDS}
      isNew
      draft={correction?.draft ?? ownDraft}
      lead={
        source ? (
          <Copied
            title={source.collection.title}
            people={copied.length}
            takesPeople={takesPeople}
            onTakePeople={setTakesPeople}
          />
        ) : first && !first.isClaimed ? (
          <LeftCollectionNote
            {...first}
            onAdopt={() => {
              adopt(user)
              onStartOver()
            }}
            onDrop={() => {
              dropFirstCollection()
              onStartOver()
            }}
          />
        ) : null
      }
      submitsAtOnce={first?.isClaimed && first.isReady}
      initial={initial}
      status="abierta"
      amountCollected={0}
      cancelTo={links.dashboard()}
      save={async ({ id, input }) => {
        await mutate(createCollection, { id, ...input }, { correcting: correction?.correcting })
        await sendInBatches(takesPeople ? copied : [], MOST_PEOPLE_AT_ONCE, (batch) =>
          mutate(addPeople, { collectionId: id, people: batch }),
        )
        measure({ name: 'conversion', kind: 'collection' })
      }}
      onStartOver={onStartOver}
      renderSaved={(saved) => <SavedDialog {...saved} isNew />}
    />
  )
}

/** Returns a copy of a person for the new list, without a link to a contribution. */
function newPersonLike({ name, email, phone, position }: ListedPerson) {
  return { id: newId(), name, email, phone, position, contributionId: null, missingSince: null }
}

type CopiedProps = {
  title: string
  people: number
  takesPeople: boolean
  onTakePeople: (isTaken: boolean) => void
}

function Copied({ title, people, takesPeople, onTakePeople }: CopiedProps) {
  return (
    <Note>
      <p>Es una copia de «{title}», sin sus aportes. Cambia lo que haga falta.</p>
      {people > 0 && (
        <Checkbox
          label={
            people === 1
              ? 'Copiar también a la persona de su lista'
              : `Copiar también su lista de ${formatCount(people)} personas`
          }
          checked={takesPeople}
          onChange={({ target }) => onTakePeople(target.checked)}
        />
      )}
    </Note>
  )
}

type LeftCollectionNoteProps = {
  title: string
  email: string | null
  onAdopt: () => void
  onDrop: () => void
}

/** Asks whether the collection that a visitor left on this device is theirs: the device may be shared. */
function LeftCollectionNote({ title, email, onAdopt, onDrop }: LeftCollectionNoteProps) {
  return (
    <Note role="status">
      <p>
        En este navegador alguien empezó una colecta sin crearla{title && <>: «{title}»</>}.
        {email && <> La preparó para la cuenta {email}.</>} ¿Es tuya?
      </p>
      <div className="row wrap gap-2">
        <Button size="sm" onClick={onAdopt}>
          Sí, usar lo escrito
        </Button>
        <Button size="sm" variant="muted" onClick={onDrop}>
          No, descartarla
        </Button>
      </div>
    </Note>
  )
}

/** Returns the id of the refused collection; null if another collection has that id. */
function idOf(correction: ChangeToCorrect | null): string | null {
  if (correction?.code === 'conflict') return null
  const id = correction?.args.id
  return typeof id === 'string' && isId(id) ? id : null
}
