import { CheckCheck, MessageCircle, Pencil, Search, Trash2, UserCheck, UserX } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { formatMoment } from '../../../shared/dates.ts'
import { withClearSuggestion } from '../../../shared/people/clear-suggestions.ts'
import { type Reminders, remindersOf } from '../../../shared/people/reminders.ts'
import { splitByContribution } from '../../../shared/people/split-by-contribution.ts'
import { mayRemind } from '../../../shared/permissions.ts'
import type { ListedPerson, PersonsContribution } from '../../../shared/queries/people.ts'
import { fold, formatCount } from '../../../shared/text.ts'
import { ContributionBadge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Menu } from '../../components/menu.tsx'
import { Money } from '../../components/money.tsx'
import { FilterTabs, SearchInput, TableTools } from '../../components/table-tools.tsx'
import { useKeptFocus } from '../../components/use-kept-focus.ts'
import { ListPager } from '../../features/lists/list-pager.tsx'
import { shareLinks } from '../../features/sharing/share-links.ts'
import styles from './people.module.css'
import type { usePeopleChanges } from './use-people-changes.ts'

const PER_PAGE = 50

type Shown = 'missing' | 'contributed'

type Props = {
  collection: Collection
  /** Part of a name to search for at first. */
  wanted: string
  all: readonly ListedPerson[]
  changes: ReturnType<typeof usePeopleChanges>
  onChoose: (person: ListedPerson) => void
  onEdit: (person: ListedPerson) => void
}

/** The list of people, either those who are missing or those who contributed, with their menus and reminders. */
export function PeopleList({ collection, wanted, all, changes, onChoose, onEdit }: Props) {
  const split = splitByContribution(all)
  const { missing, contributed } = split
  const [picked, setPicked] = useState<Shown | null>(null)
  const [search, setSearch] = useState(wanted)
  const [page, setPage] = useState(1)
  const titleId = useId()
  const list = useRef<HTMLUListElement>(null)
  const focus = useKeptFocus(list)
  const words = fold(search)
  const named = (people: readonly ListedPerson[]) =>
    people.filter(({ name }) => fold(name).includes(words))
  const shown =
    picked ?? (named(missing).length === 0 && contributed.length > 0 ? 'contributed' : 'missing')
  const found = named({ missing, contributed }[shown])
  // The people of the last page may have left it.
  const shownPage = Math.min(page, Math.max(1, Math.ceil(found.length / PER_PAGE)))
  const rows = found.slice((shownPage - 1) * PER_PAGE, shownPage * PER_PAGE)
  const suggested = shown === 'missing' ? withClearSuggestion(found) : []
  const reminders = mayRemind(collection)
    ? remindersOf(collection, split, shareLinks(collection).link)
    : null
  const show = (next: Shown) => {
    setPicked(next)
    setPage(1)
  }

  return (
    <Card pad={false} aria-labelledby={titleId}>
      <h2 id={titleId} className="sr">
        Lista de personas
      </h2>
      <TableTools
        search={
          <SearchInput
            label="Buscar una persona"
            value={search}
            onValue={(text) => {
              setSearch(text)
              setPage(1)
            }}
          />
        }
        tabs={
          <FilterTabs
            label="Personas que se ven"
            tabs={[
              { value: 'missing', label: 'Faltan', count: formatCount(missing.length) },
              { value: 'contributed', label: 'Aportaron', count: formatCount(contributed.length) },
            ]}
            value={shown}
            onPick={show}
          />
        }
      />
      {suggested.length > 1 && (
        <div className={styles.suggested}>
          <Button
            size="sm"
            variant="soft"
            icon={CheckCheck}
            busy={changes.busy}
            onClick={() => changes.acceptAll(suggested)}
          >
            Aceptar las {formatCount(suggested.length)} sugerencias
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.none}>{search === '' ? NOBODY[shown] : 'Nadie tiene ese nombre.'}</p>
      ) : (
        <ul
          ref={list}
          className="ruled"
          aria-label={shown === 'missing' ? 'Faltan' : 'Aportaron'}
          {...focus}
        >
          {rows.map((person) => (
            <li key={person.id} className={styles.row}>
              {shown === 'missing' ? (
                <MissingPerson person={person} reminders={reminders} changes={changes} />
              ) : (
                <ContributedPerson person={person} />
              )}
              <div className={styles.menu}>
                <PersonMenu person={person} changes={changes} onChoose={onChoose} onEdit={onEdit} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {found.length > PER_PAGE && (
        <ListPager
          page={shownPage}
          perPage={PER_PAGE}
          shown={rows.length}
          total={found.length}
          noun="personas"
          nounOfOne="persona"
          onPage={setPage}
        />
      )}
    </Card>
  )
}

const NOBODY: Record<Shown, string> = {
  missing: 'Ya aportaron todas.',
  contributed: 'Todavía no aportó nadie de la lista.',
}

type MissingProps = {
  person: ListedPerson
  reminders: Reminders | null
  changes: ReturnType<typeof usePeopleChanges>
}

function MissingPerson({ person, reminders, changes }: MissingProps) {
  const { name, email, phone, suggestion } = person
  const contact = [email, phone].filter((part) => part !== null).join(' · ')
  return (
    <>
      <div className="stack">
        <span className="strong breaks">{name}</span>
        {contact && <span className="muted small breaks">{contact}</span>}
        {suggestion && (
          <div className={styles.suggestion}>
            <span className="small breaks">
              ¿Es suyo el aporte de <Words of={suggestion} />?
            </span>
            <span className="row wrap gap-2">
              <Button
                size="sm"
                variant="soft"
                aria-label={`Sí, es de ${name}`}
                onClick={() => changes.link(person, suggestion.id)}
              >
                Sí
              </Button>
              <Button
                size="sm"
                variant="muted"
                aria-label={`No es de ${name}`}
                onClick={() => changes.unlink(person)}
              >
                No
              </Button>
            </span>
          </div>
        )}
      </div>
      {reminders && (
        <ButtonLink
          size="sm"
          variant="soft"
          icon={MessageCircle}
          href={reminders.linkFor(person)}
          aria-label={`Recordar a ${name} por WhatsApp`}
        >
          Recordar
        </ButtonLink>
      )}
    </>
  )
}

function ContributedPerson({ person: { name, given, isByHand } }: { person: ListedPerson }) {
  const [first] = given
  return (
    <>
      <div className="stack">
        <span className="strong breaks">{name}</span>
        {given.map((contribution) => (
          <span key={contribution.id} className="muted small breaks">
            <Words of={contribution} />
          </span>
        ))}
        {isByHand && <span className="faint small">Lo elegiste tú</span>}
      </div>
      {first && <ContributionBadge state={first.state} />}
    </>
  )
}

/** A contribution, with its own name: a mother may contribute for her child. */
function Words({ of: { contributorName, amount, paymentDate } }: { of: PersonsContribution }) {
  return (
    <>
      {contributorName}, <Money amount={amount} /> del {formatMoment(paymentDate).day}
    </>
  )
}

type PersonMenuProps = {
  person: ListedPerson
  changes: ReturnType<typeof usePeopleChanges>
  onChoose: (person: ListedPerson) => void
  onEdit: (person: ListedPerson) => void
}

function PersonMenu({ person, changes, onChoose, onEdit }: PersonMenuProps) {
  const { name, given, contributionId, missingSince } = person
  const isDecided = contributionId !== null || missingSince !== null
  return (
    <Menu
      label={`Acciones de ${name}`}
      items={[
        ...(given.length > 0
          ? [{ label: 'No es esta persona', icon: UserX, onPick: () => changes.unlink(person) }]
          : []),
        { label: 'Elegir aporte', icon: UserCheck, onPick: () => onChoose(person) },
        ...(isDecided
          ? [{ label: 'Buscar por el nombre', icon: Search, onPick: () => changes.byName(person) }]
          : []),
        { label: 'Editar persona', icon: Pencil, onPick: () => onEdit(person) },
        {
          label: 'Quitar de la lista',
          icon: Trash2,
          danger: true,
          onPick: () => changes.remove([person]),
        },
      ]}
    />
  )
}
