/* Random arguments of the mutations on the list of people of whom an organiser expects a contribution. */
import { newId } from '../../shared/id.ts'
import type { Scheduler } from './scheduler.ts'

type Random = Scheduler['random']

export function addSome(random: Random, collectionId: string) {
  const people = Array.from({ length: random.whole(1, 3) }, () => ({
    id: newId(),
    name: random.pick(['Julieta Romero', 'Tía Norma', 'Ñato "el 9"']),
    email: random.pick([null, 'julieta@example.com']),
    phone: random.pick([null, '11 5555-1234']),
    position: random.whole(0, 9),
  }))
  return { collectionId, people }
}

/** Returns the arguments that remove up to three people, perhaps removed on another device. */
export function removeSome(random: Random, people: readonly string[]) {
  return { ids: someOf(random, people) }
}

/** Returns changes of a person whom other devices may edit or remove at the same time. */
export function editOne(random: Random, people: readonly string[]) {
  const all = {
    name: random.pick(['Julieta R.', 'Tía Nora']),
    email: random.pick([null, 'nora@example.com']),
    phone: random.pick([null, '351 512-3456']),
  }
  const changes = Object.fromEntries(Object.entries(all).filter(() => random.chance(0.5)))
  return { id: people.length > 0 ? random.pick(people as [string]) : newId(), changes }
}

export function linkSome(
  random: Random,
  people: readonly string[],
  contributionId: string,
  now: Date,
) {
  const decision = random.pick([
    { contributionId },
    { contributionId },
    { missingSince: now.toISOString() },
    {},
  ])
  return { ids: someOf(random, people), ...decision }
}

function someOf(random: Random, people: readonly string[]): string[] {
  const from = random.whole(0, Math.max(people.length - 1, 0))
  const ids = people.slice(from, from + random.whole(1, 3))
  return ids.length > 0 ? ids : [newId()]
}
