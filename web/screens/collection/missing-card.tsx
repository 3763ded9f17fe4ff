import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { links, whatsAppLink } from '../../../shared/links.ts'
import { type MissingPeople, missingPeople, reminderText } from '../../../shared/missing-people.ts'
import { remindersOf } from '../../../shared/people/reminders.ts'
import { splitByContribution } from '../../../shared/people/split-by-contribution.ts'
import { mayRemind } from '../../../shared/permissions.ts'
import { type ListedPerson, people } from '../../../shared/queries/people.ts'
import { countOf, formatCount } from '../../../shared/text.ts'
import { useQuery } from '../../api/use-query.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Money } from '../../components/money.tsx'
import { shareLinks } from '../../features/sharing/share-links.ts'
import styles from './collection.module.css'

/**
 * Returns the number of people who have not contributed, and the amounts; null unless an open collection states its
 * number of people and has not reached its total.
 */
export function missingIn(collection: Collection): MissingPeople | null {
  const found = missingPeople(collection)
  return mayRemind(collection) && found && found.remaining > 0 ? found : null
}

/** For a collection without a list of people. Renders nothing where `missingIn` returns null. */
export function MissingCard({ collection }: { collection: Collection }) {
  const found = missingIn(collection)
  if (!found) return null
  const { people, contributed, verified, missing, remaining, each } = found
  const reminder = reminderText(collection, found, shareLinks(collection).link)

  return (
    <Card className="stack gap-4" title="Cuántos faltan">
      <div>
        <p className={styles.missingCount}>
          <strong>{formatCount(contributed)}</strong> de {formatCount(people)}{' '}
          {people === 1 ? 'persona' : 'personas'} {contributed === 1 ? 'aportó' : 'aportaron'}
        </p>
        <p className="muted small">
          {countOf(verified, 'acreditado')} · {countOf(contributed - verified, 'informado')}
        </p>
        <p className={styles.missingWords}>
          {missing === 0 ? (
            <>
              Ya aportaron todas y faltan <Money amount={remaining} />.
            </>
          ) : (
            <>
              {missing === 1
                ? 'Falta 1. Para llegar'
                : `Faltan ${formatCount(missing)}. Para llegar`}{' '}
              al total, {missing === 1 ? 'debería' : 'cada una debería'} poner{' '}
              <strong>
                <Money amount={each} />
              </strong>
              .
            </>
          )}
        </p>
      </div>
      {missing > 0 && (
        <div className="buttons gap-2">
          <ButtonLink href={whatsAppLink(reminder)} variant="soft" icon={MessageCircle}>
            Recordar por WhatsApp
          </ButtonLink>
          <CopyButton
            text={reminder}
            label="Copiar recordatorio"
            copiedLabel="¡Recordatorio copiado!"
            variant="quiet"
          />
        </div>
      )}
      <p className="small">
        <Link to={links.people(collection.id)}>Agregar la lista de personas</Link>
        <span className="muted"> para saber quiénes faltan, por su nombre.</span>
      </p>
    </Card>
  )
}

const NAMES_SHOWN = 6

/** For a collection with a list of people. */
export function PeopleCard({ collection }: { collection: Collection }) {
  const found = useQuery(people, { collectionId: collection.id })
  return (
    <Card className="stack gap-4" title="Quiénes faltan">
      {found.name === 'loading' && <Skeleton rows={2} label="Cargando personas" />}
      {found.name === 'failed' && <Failed title="Error al cargar las personas" {...found} />}
      {found.name === 'ready' && <ListedPeople collection={collection} all={found.answer} />}
    </Card>
  )
}

type ListedPeopleProps = { collection: Collection; all: readonly ListedPerson[] }

function ListedPeople({ collection, all }: ListedPeopleProps) {
  const split = splitByContribution(all)
  const { missing } = split
  const contributed = split.contributed.length
  const { text } = remindersOf(collection, split, shareLinks(collection).link)
  return (
    <>
      <div>
        <p className={styles.missingCount}>
          <strong>{formatCount(contributed)}</strong> de {formatCount(all.length)}{' '}
          {contributed === 1 ? 'aportó' : 'aportaron'}
        </p>
        <p className={styles.missingWords}>
          {missing.length === 0
            ? 'Ya aportaron todas las personas de la lista.'
            : `${missing.length === 1 ? 'Falta' : 'Faltan'} ${namesOf(missing)}.`}
        </p>
      </div>
      <div className="buttons gap-2">
        <ButtonLink to={links.people(collection.id)} variant="soft">
          Ver la lista
        </ButtonLink>
        {missing.length > 0 && mayRemind(collection) && (
          <CopyButton
            text={text}
            label="Copiar recordatorio"
            copiedLabel="¡Recordatorio copiado!"
            variant="quiet"
          />
        )}
      </div>
    </>
  )
}

const LIST = new Intl.ListFormat('es-AR', { type: 'conjunction' })

function namesOf(missing: readonly ListedPerson[]): string {
  const shown = missing.slice(0, NAMES_SHOWN).map(({ name }) => name)
  const others = missing.length - shown.length
  return LIST.format(others > 0 ? [...shown, `${formatCount(others)} más`] : shown)
}
