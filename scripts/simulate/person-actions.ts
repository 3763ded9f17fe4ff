/* What a person does on a device, chosen by chance among what the device shows and what it does not. */
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import type { Device } from './device.ts'
import type { World } from './world.ts'

type Act = (world: World, seen: Seen) => [name: string, args: unknown]

/** Ids on the device, oldest first; one that exists nowhere is among them. */
interface Seen {
  collection: string
  contribution: string
}

export async function actSomehow(world: World, device: Device): Promise<void> {
  const refused = device.ledger.entries().find(({ refusal }) => refusal !== null)
  if (refused && world.random.chance(0.3)) return decide(world, device, refused.id)
  const act = world.random.pick(ACTS)
  const [name, args] = act(world, await look(world, device))
  device.mutate(name, args)
}

/** S9: a refused change is retried or discarded. */
function decide(world: World, device: Device, id: string): void {
  if (world.random.chance(0.5)) device.retry(id)
  else device.discard(id)
}

const create: Act = (world) => ['create-collection', { id: newId(), ...form(world) }]

const update: Act = (world, { collection }) => {
  const all = Object.entries(form(world))
  const changes = Object.fromEntries(all.filter(() => world.random.chance(0.3)))
  return ['update-collection', { id: collection, changes }]
}

const setStatus: Act = (world, { collection }) => [
  'set-collection-status',
  { id: collection, status: world.random.pick(['abierta', 'abierta', 'cerrada']) },
]

const deleteCollection: Act = (_world, { collection }) => ['delete-collection', { id: collection }]
const restoreCollection: Act = (_world, { collection }) => [
  'restore-collection',
  { id: collection },
]

const addByHand: Act = (world, { collection }) => [
  'add-manual-contribution',
  {
    id: newId(),
    collectionId: collection,
    contributorName: world.random.pick(['Tía Norma', 'Ñato "el 9"', 'O’Higgins, Bernardo']),
    contributorEmail: world.random.pick([null, 'norma@example.com']),
    amount: world.random.whole(1, 500_000),
    message: world.random.pick(['', 'En efectivo,\nen dos veces']),
  },
]

const setState: Act = (world, { contribution }) => [
  'set-contribution-state',
  {
    id: contribution,
    state: world.random.pick(['confirmed', 'verified', 'pending', 'rejected']),
  },
]

const deleteContribution: Act = (_world, { contribution }) => [
  'delete-contribution',
  { id: contribution },
]
const restoreContribution: Act = (_world, { contribution }) => [
  'restore-contribution',
  { id: contribution },
]

const updateProfile: Act = (world) => [
  'update-profile',
  {
    firstName: `Lu${world.random.whole(1, 99)}`,
    lastName: 'Fernández',
    defaultBankAccount: world.random.pick([null, 'luz.del.patio']),
  },
]

const ACTS: [Act, ...Act[]] = [
  ...[
    create,
    create,
    update,
    update,
    setStatus,
    addByHand,
    addByHand,
    addByHand,
    setState,
    setState,
  ],
  ...[deleteCollection, restoreCollection, restoreCollection],
  ...[deleteContribution, restoreContribution, updateProfile],
] as [Act, ...Act[]]

function form({ random, now }: World) {
  return {
    title: `Regalo ${random.whole(1, 999)}`,
    description: random.pick(['', 'Para la seño Marta']),
    suggestedAmount: random.whole(100, 1_000_000),
    totalAmount: random.whole(100, 100_000_000),
    // Now and then it has passed, which the rule refuses.
    deadline: addDays(today(now()), random.pick([30, 30, 30, 1, -1])),
    bankAccount: 'patio.baldosa.sol',
    accountIdentifier: 'Lucía Fernández',
    cantidadPersonas: random.pick([null, 20]),
  }
}

async function look(world: World, { engine }: Device): Promise<Seen> {
  const ids = async (table: string) => {
    const { rows } = await world.busy(() =>
      engine.query<{ id: string }>(`select id from ${table} order by id`),
    )
    return rows.map(({ id }) => id)
  }
  const someOf = (all: string[]) => {
    // The newest most often: what is worked on is what collides.
    const among = world.random.chance(0.6) ? all.slice(-2) : all
    const unknown = world.random.chance(0.03) ? newId() : undefined
    return unknown ?? among[world.random.whole(0, Math.max(among.length - 1, 0))] ?? newId()
  }
  return {
    collection: someOf(await ids('collections')),
    contribution: someOf(await ids('contributions')),
  }
}
