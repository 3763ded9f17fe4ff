import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { today } from '../../../shared/dates.ts'
import { isId, newId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { createCollection } from '../../../shared/mutations/create-collection.ts'
import { type Profile, profile as profileQuery } from '../../../shared/queries/profile.ts'
import type { User } from '../../../shared/user.ts'
import { LiveDatabase } from '../../api/live-database.tsx'
import { measure } from '../../api/measure.ts'
import { mutate } from '../../api/mutate.ts'
import { useUser } from '../../api/session.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
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
import { type Correction, useCorrection } from '../../features/sync/correction.ts'
import { CollectionEditor, type EditorWords } from './collection-editor.tsx'
import { newValues, withRefused } from './form-values.ts'
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

/** `/colecta/new`. A visitor fills in the form, and is asked for an account at its end. */
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
  // Their draft is theirs alone, and comes back with them.
  if (wasSignedIn) return <Navigate to={links.login(links.newCollection())} replace />
  return <VisitorForm />
}

function VisitorForm() {
  const navigate = useNavigate()
  const [round, setRound] = useState(0)
  return <EmptyVisitorForm key={round} onStartOver={() => setRound(round + 1)} go={navigate} />
}

function EmptyVisitorForm(props: { onStartOver: () => void; go: (to: string) => unknown }) {
  const [initial] = useState(() => newValues(newId(), null, today(new Date())))
  return (
    <CollectionEditor
      words={VISITOR_WORDS}
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
      save={async ({ values }) => keepUntilSignedIn(values)}
      onSaved={() => props.go(links.register())}
      onStartOver={props.onStartOver}
    />
  )
}

const VISITOR_WORDS: EditorWords = {
  ...WORDS,
  promise: 'Después creas tu cuenta. Lo que escribiste queda guardado en este dispositivo.',
}

/** If the person's account and name cannot be loaded, the session's name is used. */
function OwnForm({ user }: { user: User }) {
  const [round, setRound] = useState(0)
  const person = useQuery(profileQuery, {})
  const correction = useCorrection(createCollection.name)
  const next = () => setRound((count) => count + 1)
  if (person.name === 'loading') return <Loading />
  return (
    <EmptyForm
      key={`${correction?.correcting} ${round}`}
      user={user}
      profile={person.name === 'ready' ? person.answer : null}
      correction={correction}
      onStartOver={next}
    />
  )
}

type FormProps = {
  user: User
  profile: Profile | null
  correction: Correction | null
  onStartOver: () => void
}

function EmptyForm({ user, profile, correction, onStartOver }: FormProps) {
  const [first] = useState(() => {
    if (correction) return null
    const isClaimed = claim(user)
    const found = firstCollection()
    return found && { ...found, isClaimed }
  })
  const [initial] = useState(() => {
    const organiser = profile ?? { ...user, defaultBankAccount: null }
    const values = newValues(idOf(correction) ?? newId(), organiser, today(new Date()))
    if (correction) return withRefused(values, correction.args)
    return first?.isClaimed ? { ...values, claimedBy: user.id } : values
  })
  const ownDraft = first?.isClaimed ? FIRST_COLLECTION : `collection:new:${user.id}`
  return (
    <CollectionEditor
      words={WORDS}
      isNew
      draft={correction?.draft ?? ownDraft}
      lead={
        first && !first.isClaimed ? (
          <FoundCollection
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
        measure({ name: 'conversion', kind: 'collection' })
      }}
      onStartOver={onStartOver}
      renderSaved={(saved) => <SavedDialog {...saved} isNew />}
    />
  )
}

type FoundProps = {
  title: string
  email: string | null
  onAdopt: () => void
  onDrop: () => void
}

/** On a shared device it may be anybody's. */
function FoundCollection({ title, email, onAdopt, onDrop }: FoundProps) {
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

/** null as well for a change that was refused because of its id (another person's, or a deleted collection's). */
function idOf(correction: Correction | null): string | null {
  if (correction?.code === 'conflict') return null
  const id = correction?.args.id
  return typeof id === 'string' && isId(id) ? id : null
}
