import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { remindersOf } from '../../../shared/people/reminders.ts'
import { splitByContribution } from '../../../shared/people/split-by-contribution.ts'
import { mayRemind } from '../../../shared/permissions.ts'
import { type ListedPerson, people } from '../../../shared/queries/people.ts'
import { formatCount } from '../../../shared/text.ts'
import { useQuery } from '../../api/use-query.ts'
import { Failed } from '../../components/blank.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { shareOf } from '../../features/sharing/share-of.ts'
import styles from './collection.module.css'

const NAMES_SHOWN = 6

/** Shows who of the listed people has not contributed. */
export function PeopleCard({ collection }: { collection: Collection }) {
  const found = useQuery(people, { collectionId: collection.id })
  return (
    <Card className="stack gap-4" title="Quiénes faltan">
      {found.name === 'loading' && <Skeleton rows={2} label="Cargando personas" />}
      {found.name === 'failed' && <Failed title="Error al cargar las personas" {...found} />}
      {found.name === 'ready' && <Listed collection={collection} all={found.answer} />}
    </Card>
  )
}

type Props = { collection: Collection; all: readonly ListedPerson[] }

function Listed({ collection, all }: Props) {
  const { missing, contributed: contributors } = splitByContribution(all)
  const contributed = contributors.length
  const { text } = remindersOf(
    collection,
    { people: all.length, contributed },
    shareOf(collection).link,
  )
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
