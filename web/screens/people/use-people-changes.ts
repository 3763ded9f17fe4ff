import { Check } from 'lucide-react'
import { groupBy } from '../../../shared/group-by.ts'
import { newId } from '../../../shared/id.ts'
import { addPeople } from '../../../shared/mutations/add-people.ts'
import { editPerson } from '../../../shared/mutations/edit-person.ts'
import { linkPeople } from '../../../shared/mutations/link-people.ts'
import { removePeople } from '../../../shared/mutations/remove-people.ts'
import {
  MOST_PEOPLE_AT_ONCE,
  type NewPerson,
  type PersonChanges,
} from '../../../shared/people/person.ts'
import type { ListedPerson } from '../../../shared/queries/people.ts'
import { mutate, sendInPieces } from '../../api/mutate.ts'
import { showToast } from '../../components/toast.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import { formatCount } from '../../features/lists/format-count.ts'

const FAILED_TO_ADD = 'No fue posible agregar a todas las personas.'
const FAILED_TO_REMOVE = 'No fue posible quitar a todas las personas.'
const FAILED_TO_EDIT = 'No fue posible guardar los cambios de la persona.'
const FAILED_TO_LINK = 'No fue posible guardar de quién es el aporte.'

const UNDECIDED = { contributionId: null, missingSince: null }

type StoredPerson = Omit<ListedPerson, 'given' | 'isByHand' | 'suggestion'>

export function usePeopleChanges(collectionId: string) {
  const { busy, change } = useChange()

  const send = (people: readonly StoredPerson[]) =>
    sendInPieces(people, MOST_PEOPLE_AT_ONCE, (piece) =>
      mutate(addPeople, { collectionId, people: piece }),
    )
  const drop = (ids: readonly string[]) =>
    sendInPieces(ids, MOST_PEOPLE_AT_ONCE, (piece) => mutate(removePeople, { ids: piece }))

  /** At most one of the two is set. */
  const decide = (
    person: ListedPerson,
    contributionId: string | null,
    missingSince: string | null,
    text: string,
  ) => {
    const set = (decision: Pick<ListedPerson, 'contributionId' | 'missingSince'>) =>
      mutate(linkPeople, { ids: [person.id], ...decision })
    const { contributionId: linked, missingSince: since } = person
    const undo = () =>
      void change(
        () => set({ contributionId: linked, missingSince: since }),
        FAILED_TO_LINK,
        person.id,
      )
    void change(
      async () => {
        await set({ contributionId, missingSince })
        showToast({ text, icon: Check, action: { label: 'Deshacer', onPress: undo } })
      },
      FAILED_TO_LINK,
      person.id,
    )
  }

  return {
    busy,
    /** `first`: the position of the first one. */
    add(people: readonly NewPerson[], first: number, onDone: () => void): void {
      const added = people.map((person, at) => ({
        ...person,
        id: newId(),
        position: first + at,
        contributionId: null,
        missingSince: null,
      }))
      const undo = () => void change(() => drop(added.map(({ id }) => id)), FAILED_TO_REMOVE)
      void change(async () => {
        await send(added)
        onDone()
        const text =
          added.length === 1
            ? '1 persona agregada'
            : `${formatCount(added.length)} personas agregadas`
        showToast({ text, icon: Check, action: { label: 'Deshacer', onPress: undo } })
      }, FAILED_TO_ADD)
    },
    remove(people: readonly ListedPerson[]): void {
      const undo = () => void change(() => send(people.map(storedOf)), FAILED_TO_ADD)
      void change(async () => {
        await drop(people.map(({ id }) => id))
        const text =
          people.length === 1
            ? '1 persona quitada de la lista'
            : `${formatCount(people.length)} personas quitadas de la lista`
        showToast({ text, icon: Check, action: { label: 'Deshacer', onPress: undo } })
      }, FAILED_TO_REMOVE)
    },
    edit(person: ListedPerson, changes: PersonChanges): void {
      const fields = Object.keys(changes) as (keyof NewPerson)[]
      const before = Object.fromEntries(fields.map((field) => [field, person[field]]))
      const set = (next: PersonChanges) => mutate(editPerson, { id: person.id, changes: next })
      const undo = () => void change(() => set(before), FAILED_TO_EDIT, person.id)
      void change(
        async () => {
          await set(changes)
          const text = `Cambios de ${changes.name ?? person.name} guardados`
          showToast({ text, icon: Check, action: { label: 'Deshacer', onPress: undo } })
        },
        FAILED_TO_EDIT,
        person.id,
      )
    },
    link: (person: ListedPerson, contributionId: string) =>
      decide(person, contributionId, null, `Aporte de ${person.name} elegido`),
    /** Each one has a suggestion. */
    acceptAll(people: readonly ListedPerson[]): void {
      const linkAll = async (contributionOf: (person: ListedPerson) => string | null) => {
        const decisions = people.map((person) => {
          const contributionId = contributionOf(person)
          const missingSince = contributionId === null ? person.missingSince : null
          return { id: person.id, contributionId, missingSince }
        })
        const alike = groupBy(
          decisions,
          ({ contributionId, missingSince }) => `${contributionId} ${missingSince}`,
        )
        for (const all of alike.values()) {
          await sendInPieces(all, MOST_PEOPLE_AT_ONCE, async (piece) => {
            const [{ contributionId, missingSince } = UNDECIDED] = piece
            const ids = piece.map(({ id }) => id)
            await mutate(linkPeople, { ids, contributionId, missingSince })
          })
        }
      }
      const undo = () =>
        void change(() => linkAll(({ contributionId }) => contributionId), FAILED_TO_LINK)
      void change(async () => {
        await linkAll(({ suggestion }) => suggestion?.id ?? null)
        const text = `${formatCount(people.length)} sugerencias aceptadas`
        showToast({ text, icon: Check, action: { label: 'Deshacer', onPress: undo } })
      }, FAILED_TO_LINK)
    },
    /** Of the contributions until now none is theirs, nor those that the device's clock dates later. */
    unlink(person: ListedPerson): void {
      const dates = [...person.given, ...(person.suggestion ? [person.suggestion] : [])].map(
        ({ paymentDate }) => paymentDate,
      )
      const until = [...dates, new Date().toISOString()].toSorted().at(-1) ?? null
      decide(person, null, until, `Anotado: no es de ${person.name}`)
    },
    byName: (person: ListedPerson) =>
      decide(person, null, null, `Se busca por el nombre el aporte de ${person.name}`),
  }
}

function storedOf({ given, isByHand, suggestion, ...person }: ListedPerson): StoredPerson {
  return person
}
