import { MessageCircle, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { links, whatsAppLink } from '../../../shared/links.ts'
import type { NewPerson } from '../../../shared/people/person.ts'
import { remindersOf } from '../../../shared/people/reminders.ts'
import { splitByContribution } from '../../../shared/people/split-by-contribution.ts'
import { mayRemind } from '../../../shared/permissions.ts'
import { type ListedPerson, people } from '../../../shared/queries/people.ts'
import { countOf, formatCount } from '../../../shared/text.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Menu } from '../../components/menu.tsx'
import { Note } from '../../components/note.tsx'
import { BackLink, Page } from '../../components/page.tsx'
import { OwnCollection } from '../../features/collections/own-collection.tsx'
import { OfflineNote } from '../../features/connection/offline-note.tsx'
import { shareLinks } from '../../features/sharing/share-links.ts'
import { readDraft } from '../../forms/draft.ts'
import { ChooseContribution } from './choose-contribution.tsx'
import { EditPerson } from './edit-person.tsx'
import { PastePeople } from './paste-people.tsx'
import styles from './people.module.css'
import { PeopleList } from './people-list.tsx'
import { usePeopleChanges } from './use-people-changes.ts'

/** `/colecta/:id/personas`: the people who are expected to contribute, and whether they did. */
export function People() {
  return (
    <OwnCollection>{(collection) => <PeopleOfCollection collection={collection} />}</OwnCollection>
  )
}

function PeopleOfCollection({ collection }: { collection: Collection }) {
  const found = useQuery(people, { collectionId: collection.id })
  return (
    <Page title={`Personas · ${collection.title}`} width="medium" className={styles.page}>
      <BackLink to={links.collection(collection.id)}>{collection.title}</BackLink>
      {found.name === 'ready' ? (
        <Listed collection={collection} all={found.answer} />
      ) : (
        <>
          <h1 className="page-title">Personas</h1>
          <OfflineNote />
          <Card>
            {found.name === 'loading' && <Skeleton rows={4} label="Cargando personas" />}
            {found.name === 'failed' && (
              <Failed level={2} title="Error al cargar las personas" {...found} />
            )}
          </Card>
        </>
      )}
    </Page>
  )
}

type Props = { collection: Collection; all: readonly ListedPerson[] }

type Asking =
  | { name: 'add' }
  | { name: 'clear' }
  | { name: 'choose'; person: ListedPerson }
  | { name: 'edit'; person: ListedPerson }

function Listed({ collection, all }: Props) {
  const [params] = useSearchParams()
  const wanted = params.get('buscar') ?? ''
  const [asking, setAsking] = useState<Asking | null>(null)
  const changes = usePeopleChanges(collection.id)
  const close = () => setAsking(null)
  const next = Math.max(-1, ...all.map(({ position }) => position)) + 1
  const draft = `people:${collection.id}`
  // Another device may add people while somebody types in the form of the empty list.
  const [isTyping, setTyping] = useState(() => Boolean(readDraft(draft).text))
  const hasForm = all.length === 0 || isTyping
  const paste = {
    draft,
    known: all,
    async onAdd(added: readonly NewPerson[]) {
      await changes.add(added, next)
      setTyping(false)
      setAsking((now) => (now?.name === 'add' ? null : now))
    },
  }

  return (
    <>
      <div className={styles.head}>
        <h1 className="page-title">Personas</h1>
        {all.length > 0 && (
          <div className="row wrap gap-2">
            {!hasForm && (
              <Button icon={UserPlus} onClick={() => setAsking({ name: 'add' })}>
                Agregar personas
              </Button>
            )}
            <Menu
              label="Más acciones"
              outlined
              items={[
                {
                  label: 'Quitar la lista',
                  icon: Trash2,
                  danger: true,
                  onPick: () => setAsking({ name: 'clear' }),
                },
              ]}
            />
          </div>
        )}
      </div>
      <OfflineNote />
      {hasForm && (
        <Card
          className={styles.empty}
          title="¿De quiénes esperas un aporte?"
          onChange={() => setTyping(true)}
        >
          <p className="muted">
            Pega la lista y verás quiénes faltan, por su nombre. Los aportes se reconocen solos, y
            solo tú ves la lista.
          </p>
          <PastePeople {...paste} />
        </Card>
      )}
      {all.length > 0 && (
        <>
          <PeopleSummary collection={collection} all={all} />
          <PeopleList
            key={wanted}
            wanted={wanted}
            collection={collection}
            all={all}
            changes={changes}
            onChoose={(person) => setAsking({ name: 'choose', person })}
            onEdit={(person) => setAsking({ name: 'edit', person })}
          />
        </>
      )}
      {asking?.name === 'add' && (
        <Dialog title="Agregar personas" onClose={close}>
          <PastePeople {...paste} />
        </Dialog>
      )}
      {asking?.name === 'choose' && (
        <ChooseContribution
          collectionId={collection.id}
          person={asking.person}
          people={all}
          onPick={(contributionId) => {
            close()
            changes.link(asking.person, contributionId)
          }}
          onClose={close}
        />
      )}
      {asking?.name === 'edit' && (
        <EditPerson
          person={asking.person}
          known={all}
          onSave={(edited) => changes.edit(asking.person, edited)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asking?.name === 'clear'}
        title="¿Quitar la lista?"
        confirmLabel="Quitar la lista"
        danger
        onConfirm={() => {
          close()
          changes.remove(all)
        }}
        onCancel={close}
      >
        Se borran los datos de {countOf(all.length, 'persona')}. Los aportes quedan como están.
      </ConfirmDialog>
    </>
  )
}

/** Shows how many contributed, and offers a reminder for all the others. */
function PeopleSummary({ collection, all }: Props) {
  const split = splitByContribution(all)
  const { missing } = split
  const contributed = split.contributed.length
  const { text } = remindersOf(collection, split, shareLinks(collection).link)
  return (
    <Card className="stack gap-3" aria-label="Resumen">
      <p className={styles.count}>
        <strong>{formatCount(contributed)}</strong> de {formatCount(all.length)}{' '}
        {contributed === 1 ? 'aportó' : 'aportaron'}
      </p>
      {missing.length === 0 ? (
        <Note tone="ok">Ya aportaron todas las personas de la lista.</Note>
      ) : (
        <div className="buttons gap-2">
          {mayRemind(collection) && (
            <>
              <ButtonLink href={whatsAppLink(text)} variant="soft" icon={MessageCircle}>
                Recordar en un grupo
              </ButtonLink>
              <CopyButton
                text={text}
                label="Copiar recordatorio"
                copiedLabel="¡Recordatorio copiado!"
                variant="quiet"
              />
            </>
          )}
          <CopyButton
            text={missing.map(({ name }) => name).join('\n')}
            label="Copiar nombres"
            copiedLabel="¡Nombres copiados!"
            variant="quiet"
          />
        </div>
      )}
    </Card>
  )
}
