import { useRef } from 'react'
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
import { countOf, formatCount } from '../../../shared/text.ts'
import { mutate, sendInBatches } from '../../api/mutate.ts'
import { showDone } from '../../components/toast.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'

const FAILED_TO_ADD = 'No fue posible agregar a todas las personas.'
const FAILED_TO_REMOVE = 'No fue posible quitar a todas las personas.'
const FAILED_TO_EDIT = 'No fue posible guardar los cambios de la persona.'
const FAILED_TO_LINK = 'No fue posible guardar de quién es el aporte.'

const UNDECIDED = { contributionId: null, missingSince: null }

type StoredPerson = Omit<ListedPerson, 'given' | 'isByHand' | 'suggestion'>

/** A change, and the message when it fails. */
type Act = [run: () => Promise<void>, failure: string]

/** Returns the changes of the list of people, each with a toast that undoes it. */
export function usePeopleChanges(collectionId: string) {
  const { busy, change } = useChange()
  const lastAdded = useRef<{ people: readonly NewPerson[]; added: StoredPerson[] } | null>(null)

  const send = (people: readonly StoredPerson[]) =>
    sendInBatches(people, MOST_PEOPLE_AT_ONCE, (batch) =>
      mutate(addPeople, { collectionId, people: batch }),
    )
  const drop = (people: readonly StoredPerson[]) =>
    sendInBatches(people, MOST_PEOPLE_AT_ONCE, (batch) =>
      mutate(removePeople, { ids: batch.map(({ id }) => id) }),
    )

  /** Runs a change, then shows `text` with a button to undo it. */
  const act = (
    text: string,
    [run, failure]: Act,
    [undo, failureOfUndo]: Act,
    personId?: string,
  ): void => {
    const runAndShow = async () => {
      await run()
      showDone(text, () => void change(undo, failureOfUndo, personId))
    }
    void change(runAndShow, failure, personId)
  }

  /** At most one of `contributionId` and `missingSince` is set. */
  const decide = (
    person: ListedPerson,
    contributionId: string | null,
    missingSince: string | null,
    text: string,
  ) => {
    const setTo = (decision: Pick<ListedPerson, 'contributionId' | 'missingSince'>): Act => {
      const { contributionId, missingSince } = decision
      const args = { ids: [person.id], contributionId, missingSince }
      return [() => mutate(linkPeople, args), FAILED_TO_LINK]
    }
    act(text, setTo({ contributionId, missingSince }), setTo(person), person.id)
  }

  return {
    busy,
    /** `first`: the position of the first added person. Throws AppError. */
    async add(people: readonly NewPerson[], first: number): Promise<void> {
      // The same ids at the next attempt: the server may have some of them.
      const added =
        lastAdded.current?.people === people ? lastAdded.current.added : listedFrom(people, first)
      lastAdded.current = { people, added }
      await replaceUnexpectedMessage(FAILED_TO_ADD, () => send(added))
      const undo = () => void change(() => drop(added), FAILED_TO_REMOVE)
      showDone(countOf(added.length, 'persona agregada', 'personas agregadas'), undo)
    },
    remove(people: readonly ListedPerson[]): void {
      act(
        countOf(people.length, 'persona quitada de la lista', 'personas quitadas de la lista'),
        [() => drop(people), FAILED_TO_REMOVE],
        [() => send(people.map(storedOf)), FAILED_TO_ADD],
      )
    },
    /** Throws AppError: the dialog keeps what was typed. */
    async edit(person: ListedPerson, changes: PersonChanges): Promise<void> {
      const fields = Object.keys(changes) as (keyof NewPerson)[]
      const before = Object.fromEntries(fields.map((field) => [field, person[field]]))
      const set = (to: PersonChanges) => mutate(editPerson, { id: person.id, changes: to })
      await replaceUnexpectedMessage(FAILED_TO_EDIT, () => set(changes))
      const undo = () => void change(() => set(before), FAILED_TO_EDIT, person.id)
      showDone(`Cambios de ${changes.name ?? person.name} guardados`, undo)
    },
    link: (person: ListedPerson, contributionId: string) =>
      decide(person, contributionId, null, `Aporte de ${person.name} elegido`),
    /** Links people to the contributions suggested for them. Each one has a suggestion. */
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
          await sendInBatches(all, MOST_PEOPLE_AT_ONCE, async (batch) => {
            const [{ contributionId, missingSince } = UNDECIDED] = batch
            const ids = batch.map(({ id }) => id)
            await mutate(linkPeople, { ids, contributionId, missingSince })
          })
        }
      }
      act(
        `${formatCount(people.length)} sugerencias aceptadas`,
        [() => linkAll(({ suggestion }) => suggestion?.id ?? null), FAILED_TO_LINK],
        [() => linkAll(({ contributionId }) => contributionId), FAILED_TO_LINK],
      )
    },
    /** Notes that no contribution so far is theirs, including later ones if this device's clock is slow. */
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

function listedFrom(people: readonly NewPerson[], first: number): StoredPerson[] {
  return people.map((person, at) => ({
    ...person,
    ...UNDECIDED,
    id: newId(),
    position: first + at,
  }))
}

function storedOf({ given, isByHand, suggestion, ...person }: ListedPerson): StoredPerson {
  return person
}
