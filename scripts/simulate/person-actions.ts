/* The workload: random actions of people on their devices, and reports of guests. */
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import type { OutboxEntry } from '../../web/replica/outbox.ts'
import { POISON } from './audit-triggers.ts'
import type { Device } from './device.ts'
import { contributionOfLine, matchesWith } from './line-actions.ts'
import { addSome, editOne, linkSome, removeSome } from './people-actions.ts'
import type { Registers } from './registers.ts'
import type { Scheduler } from './scheduler.ts'
import { pickRow, type SimulatedSystem } from './simulated-system.ts'

type Action = [name: string, args: unknown]
type Act = (scheduler: ActionTools, target: Target) => Action

/** The rows to act on. */
interface Target {
  collection: string
  contribution: string
  contributions: readonly string[]
  matches: readonly string[]
  people: readonly string[]
}

/** The parts of the scheduler that the actions use. */
type ActionTools = Pick<Scheduler, 'random' | 'now' | 'busy'>
type Actor = Pick<Device, 'engine' | 'ledger' | 'retry' | 'discard'> & {
  mutate(name: string, args: unknown): unknown
}

/** Performs a random action: counts the device's register up, renames a collection, or changes another row. */
export async function performAnyAction(
  scheduler: Scheduler,
  device: Device,
  registers: Registers,
): Promise<void> {
  const luck = scheduler.random.next()
  if (luck < 0.2) return countOn(scheduler, device, registers)
  if (luck < 0.25) return renameCollection(scheduler, device, registers.ids)
  return performRowAction(scheduler, device, registers.ids)
}

export function countOn(scheduler: Scheduler, device: Device, registers: Registers): void {
  registers.count(device, form(scheduler))
}

/** Adds a manual contribution. Returns the id of the change. */
export function addTo(scheduler: Scheduler, device: Device, collection: string): string {
  return device.mutate(...addByHand(scheduler, { collection }))
}

/** Performs a random action on the rows that the device shows, except on the collections `untouched`. */
export async function performRowAction(
  scheduler: ActionTools,
  device: Actor,
  untouched: ReadonlySet<string> = new Set(),
): Promise<void> {
  const refused = device.ledger.entries().find(({ refusal }) => refusal !== null)
  if (refused && scheduler.random.chance(0.3)) return decide(scheduler, device, refused, untouched)
  const shown = await look(scheduler, device, untouched)
  const act = scheduler.random.pick(possibleOn(scheduler, shown))
  const [name, args] = act(scheduler, choose(scheduler, shown))
  device.mutate(name, args)
}

/** A guest, or a person who is signed in, reports a transfer to `collection`, by default one that the device shows. */
export async function report(
  system: SimulatedSystem,
  device: Device,
  collection?: string,
): Promise<void> {
  const { scheduler, backend, people, deleted } = system
  const { random } = scheduler
  const target = collection ?? (await pickRow(system, device, 'collections'))
  if (!target) return
  const chosen = people[random.whole(0, people.length * 2 - 1)]
  const by = chosen === deleted ? undefined : chosen
  const filed = {
    id: newId(),
    contributorName: by?.firstName ?? 'Julieta Romero',
    contributorEmail: by?.email ?? 'julieta@example.com',
    amount: random.whole(100, 500_000),
    paymentMethod: 'Transferencia' as const,
    message: '',
    hasReceipt: random.chance(0.3),
  }
  scheduler.log(`${by?.firstName ?? 'a guest'} reports ${filed.id} to ${target}`)
  const user = by && { ...by, lastName: 'Fernández', defaultBankAccount: null, isAdmin: false }
  await backend.report(target, filed, user ?? null)
}

/** A guest corrects or withdraws a report that the device shows, perhaps while its organiser verifies it (S12). */
export async function correct(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, backend } = system
  const { random } = scheduler
  const id = await pickRow(system, device, 'contributions')
  if (!id) return
  if (random.chance(0.3)) await verifyAsShown(scheduler, device, id)
  scheduler.log(`the guest of ${id} corrects it`)
  if (random.chance(0.3)) return backend.withdraw(id, random.chance(0.5))
  await backend.correct(id, {
    ...(random.chance(0.6) && { amount: random.whole(100, 500_000) }),
    ...(random.chance(0.6) && { message: random.pick(['', 'Por los dos']) }),
  })
}

/** Verifies the version that the device shows, which its guest may just have corrected. */
async function verifyAsShown(scheduler: Scheduler, device: Device, id: string): Promise<void> {
  const { rows } = await scheduler.busy(() =>
    device.engine.query<{ version: number }>('select version from contributions where id = $1', [
      id,
    ]),
  )
  const args = { id, state: 'verified', version: rows[0]?.version ?? 1 }
  device.mutate('set-contribution-state', args)
}

/** Adds `times` contributions, which no later change supersedes. */
export async function addMany(
  scheduler: Scheduler,
  device: Device,
  untouched: ReadonlySet<string>,
  times: number,
): Promise<void> {
  const shown = await look(scheduler, device, untouched)
  for (let time = 1; time <= times; time += 1) {
    addTo(scheduler, device, choose(scheduler, shown).collection)
  }
}

/** Renames a collection with the arguments of this release or of the last one (S7). */
async function renameCollection(
  scheduler: Scheduler,
  device: Device,
  untouched: ReadonlySet<string>,
): Promise<void> {
  const { collection } = choose(scheduler, await look(scheduler, device, untouched))
  const title = `Vaquita ${scheduler.random.whole(1, 999)}`
  if (scheduler.random.chance(0.5))
    device.mutate('rename', { id: collection, title }, { version: 2 })
  else device.mutate('rename', { collection, name: title })
}

/** Retries or discards a refused change (S9). One of a register is discarded, because a retry would set it back. */
function decide(
  scheduler: ActionTools,
  device: Actor,
  { id, args }: OutboxEntry,
  registers: ReadonlySet<string>,
): void {
  const isCount = registers.has((args as { id?: string }).id ?? '')
  if (!isCount && scheduler.random.chance(0.5)) device.retry(id)
  else device.discard(id)
}

const create: Act = (scheduler) => ['create-collection', { id: newId(), ...form(scheduler) }]

const update: Act = (scheduler, { collection }) => {
  const all = Object.entries(form(scheduler))
  const changes = Object.fromEntries(all.filter(() => scheduler.random.chance(0.3)))
  return ['update-collection', { id: collection, changes }]
}

const setStatus: Act = (scheduler, { collection }) => [
  'set-collection-status',
  { id: collection, status: scheduler.random.pick(['abierta', 'abierta', 'cerrada']) },
]

const setNotify: Act = (scheduler, { collection }) => [
  'set-collection-notify',
  { id: collection, notify: scheduler.random.pick(['now', 'daily', 'never']) },
]

const onCollection =
  (name: string): Act =>
  (_world, { collection }) => [name, { id: collection }]

const onContribution =
  (name: string): Act =>
  (_world, { contribution }) => [name, { id: contribution }]

const addByHand = (scheduler: ActionTools, { collection }: Pick<Target, 'collection'>): Action => [
  'add-manual-contribution',
  {
    id: newId(),
    collectionId: collection,
    contributorName: scheduler.random.pick(['Tía Norma', 'Ñato "el 9"', 'O’Higgins, Bernardo']),
    contributorEmail: scheduler.random.pick([null, 'norma@example.com']),
    amount: scheduler.random.whole(100, 500_000),
    message: scheduler.random.pick(['', 'En efectivo,\nen dos veces']),
  },
]

/** Another device may edit the same one, and its columns: the last writer wins (S12). */
const editByHand: Act = ({ random }, { contribution }) => {
  const all = {
    amount: random.whole(100, 500_000),
    contributorName: random.pick(['Tía Nora', 'Ñato']),
    contributorEmail: random.pick([null, 'nora@example.com']),
    message: random.pick(['', 'Por transferencia']),
  }
  const changes = Object.fromEntries(Object.entries(all).filter(() => random.chance(0.4)))
  return ['edit-contribution', { id: contribution, changes }]
}

const setState: Act = (scheduler, { contribution }) => [
  'set-contribution-state',
  {
    id: contribution,
    state: scheduler.random.pick(['confirmed', 'verified', 'pending', 'rejected']),
    // The contribution may have another version by now (S12).
    ...(scheduler.random.chance(0.5) && { version: scheduler.random.whole(1, 3) }),
  },
]

/** Up to ten contributions that the device shows, as selected in a list. */
const changeMany: Act = ({ random }, { contribution, contributions }) => {
  const from = random.whole(0, contributions.length)
  const ids = [...new Set([contribution, ...contributions.slice(from, from + 9)])]
  const name = random.pick(['set-contributions-state', 'hide-contributions', 'show-contributions'])
  if (name !== 'set-contributions-state') return [name, { ids }]
  return [name, { ids, state: random.pick(['verified', 'pending', 'rejected']) }]
}

const matchLines: Act = ({ random }, { contribution, contributions }) => {
  const ids = [...new Set([contribution, ...contributions.slice(-random.whole(1, 3))])]
  return ['match-lines', { matches: matchesWith(random, ids) }]
}

const undoMatches: Act = ({ random }, { matches }) => {
  const among = random.chance(0.8) ? matches.slice(-3) : matches
  const from = random.whole(0, Math.max(among.length - 1, 0))
  const ids = among.slice(from, from + random.whole(1, 3))
  return ['undo-matches', { ids: ids.length > 0 ? ids : [newId()] }]
}

const createFromLine: Act = ({ random }, { collection }) => [
  'create-from-line',
  contributionOfLine(random, collection),
]

const keepKey: Act = ({ random }) => [
  'keep-statement-key',
  { key: random.pick(['a', 'b']).repeat(43) },
]

const addPeople: Act = ({ random }, { collection }) => ['add-people', addSome(random, collection)]

const removePeople: Act = ({ random }, { people }) => ['remove-people', removeSome(random, people)]

const editPerson: Act = ({ random }, { people }) => ['edit-person', editOne(random, people)]

const linkPeople: Act = ({ random, now }, { people, contribution }) => [
  'link-people',
  linkSome(random, people, contribution, now()),
]

const updateProfile: Act = (scheduler) => [
  'update-profile',
  {
    firstName: `Lu${scheduler.random.whole(1, 99)}`,
    lastName: 'Fernández',
    defaultBankAccount: scheduler.random.pick([null, 'luz.del.patio']),
  },
]

type Acts = readonly [Act, ...Act[]]

const ON_COLLECTIONS: Acts = [
  ...([
    create,
    update,
    update,
    setStatus,
    setStatus,
    setNotify,
    addByHand,
    addByHand,
    addByHand,
  ] as const),
  ...[onCollection('delete-collection'), onCollection('restore-collection'), updateProfile],
  ...[createFromLine, keepKey, addPeople, addPeople, editPerson, removePeople],
]
const ON_CONTRIBUTIONS: Acts = [
  ...([setState, setState, changeMany, changeMany, editByHand, editByHand] as const),
  ...[onContribution('delete-contribution'), onContribution('restore-contribution')],
  ...[matchLines, matchLines, matchLines, undoMatches, undoMatches, linkPeople, linkPeople],
]
const ON_ANYTHING: Acts = [...ON_COLLECTIONS, ...ON_CONTRIBUTIONS]

/** Returns the actions that the rows permit; in 5 % of cases all, so that the rules must refuse some. */
function possibleOn({ random }: ActionTools, shown: Shown): Acts {
  if (random.chance(0.05)) return ON_ANYTHING
  if (shown.collections.length === 0) return [create]
  return shown.contributions.length === 0 ? ON_COLLECTIONS : ON_ANYTHING
}

function form({ random, now }: ActionTools) {
  return {
    title: `Regalo ${random.whole(1, 999)}`,
    description: random.chance(0.15) ? POISON : random.pick(['', 'Para la seño Marta']),
    suggestedAmount: random.whole(100, 1_000_000),
    totalAmount: random.whole(100, 100_000_000),
    // -1 is refused.
    deadline: addDays(today(now()), random.pick([30, 30, 30, 30, 30, 1, -1])),
    bankAccount: 'patio.baldosa.sol',
    accountIdentifier: 'Lucía Fernández',
    cantidadPersonas: random.pick([null, 20]),
    closesAlone: random.chance(0.2),
    uniqueCents: random.chance(0.2),
  }
}

interface Shown {
  collections: string[]
  contributions: string[]
  /** Undone ones come first. */
  matches: string[]
  people: string[]
}

/** Returns the ids of the rows in the device's replica, deleted ones included, because they can be restored. */
async function look(
  scheduler: ActionTools,
  { engine }: Pick<Device, 'engine'>,
  untouched: ReadonlySet<string>,
): Promise<Shown> {
  const ids = async (table: string, order = 'id') => {
    const { rows } = await scheduler.busy(() =>
      engine.query<{ id: string }>(`select id from ${table} order by ${order}`),
    )
    return rows.map(({ id }) => id).filter((id) => !untouched.has(id))
  }
  return {
    collections: await ids('collections'),
    contributions: await ids('contributions'),
    matches: await ids('statement_matches', 'undone_at is null, id'),
    people: await ids('people'),
  }
}

/** Chooses the rows to act on: mostly new ones, so that changes conflict; seldom one that does not exist. */
function choose(
  { random }: ActionTools,
  { collections, contributions, matches, people }: Shown,
): Target {
  const one = (all: string[]) => {
    const among = random.chance(0.6) ? all.slice(-2) : all
    const known = among[random.whole(0, Math.max(among.length - 1, 0))]
    return random.chance(0.03) ? newId() : (known ?? newId())
  }
  return {
    collection: one(collections),
    contribution: one(contributions),
    contributions,
    matches,
    people,
  }
}
