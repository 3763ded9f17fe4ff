import type { Database } from '../../server/data/database.ts'
import { hashPassword } from '../../server/domain/passwords.ts'
import { fold } from '../../shared/text.ts'
import { DAY } from '../../shared/time.ts'
import { createRandom, type Random } from './random.ts'
import { contributionsTo, dayFromNow, luciasCollections, type SeedCollection } from './seed-data.ts'

/** Password of all people in the seed. */
export const SEED_PASSWORD = 'colecta-demo'

const LUCIA = { firstName: 'Lucía', lastName: 'Fernández', email: 'lucia@example.com' }
const BRUNO = { firstName: 'Bruno', lastName: 'Sosa', email: 'bruno@example.com' }
type Person = typeof LUCIA

/** Lucía gave to these colectas of Bruno, so that "Mis Aportes" is not empty. One was rejected. */
const BRUNOS_COLLECTIONS: { title: string; amount: number; rejection?: string }[] = [
  { title: 'Egresados 7.º B, viaje a Córdoba', amount: 45_000 },
  { title: 'Despedida de Nico', amount: 10_000, rejection: 'No lo veo. ¿A qué alias fue?' },
  { title: 'Rifa de la cooperadora', amount: 6_000 },
]

export interface Filled {
  people: Person[]
  contributions: number
  /** The collection with most of the contributions. */
  largest: { id: string; title: string; organiserId: string }
}

/**
 * Adds Lucía, Bruno, their colectas and that many believable contributions to a migrated database. The same
 * seed makes the same data. Throws when Lucía exists.
 */
export async function fillDatabase(
  database: Database,
  { contributions, seed, now }: { contributions: number; seed: number; now: Date },
): Promise<Filled> {
  if (await hasSeed(database))
    throw new Error('Los datos de ejemplo ya están en esta base de datos.')

  const random = createRandom(seed)
  const passwordHash = await hashPassword(SEED_PASSWORD)
  const lucia = await addPerson(database, LUCIA, passwordHash, random, now)
  const bruno = await addPerson(database, BRUNO, passwordHash, random, now)

  let added = 0
  let largest: Filled['largest'] | undefined
  for (const collection of luciasCollections(contributions)) {
    const id = await addCollection(database, lucia, LUCIA.email, collection, random, now)
    added += await addContributions(database, id, lucia, collection, random, now)
    largest ??= { id, title: collection.title, organiserId: lucia }
  }
  for (const { title, amount, rejection } of BRUNOS_COLLECTIONS) {
    const collection = { ...brunosCollection, title, suggested: amount, total: amount * 30 }
    const id = await addCollection(database, bruno, BRUNO.email, collection, random, now)
    await addLuciasGift(database, id, bruno, lucia, { amount, rejection }, random, now)
    added += 1
  }
  if (!largest) throw new Error('Lucía has no collections')
  // A server does this by itself within a minute. Only afterwards can pages be read from indexes alone.
  await database.query('vacuum contributions')
  return { people: [LUCIA, BRUNO], contributions: added, largest }
}

/** Returns whether Lucía exists, also after a fill that was interrupted. */
export async function hasSeed(database: Database): Promise<boolean> {
  const there = await database.query('select id from users where email = $1', [LUCIA.email])
  return there.length > 0
}

/** Deletes Lucía and Bruno with all that is theirs. */
export async function deleteSeed(database: Database): Promise<void> {
  for (const { email } of [LUCIA, BRUNO]) {
    await database.query('delete from users where email = $1', [email])
  }
}

const brunosCollection: SeedCollection = {
  title: '',
  description: '',
  suggested: 0,
  total: 0,
  bankAccount: 'bruno.sosa.cuenta',
  accountIdentifier: 'Bruno Sosa',
  people: 30,
  status: 'abierta',
  createdDaysAgo: 25,
  deadlineInDays: 12,
  contributions: 0,
  verifiedShare: 1,
}

async function addPerson(
  database: Database,
  person: Person,
  passwordHash: string,
  random: Random,
  now: Date,
): Promise<string> {
  const id = random.id(now)
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into users (id, email, first_name, last_name, email_confirmed_at)
       values ($1, $2, $3, $4, $5)`,
      [id, person.email, person.firstName, person.lastName, now.toISOString()],
    )
    await tx.query('insert into passwords (user_id, hash) values ($1, $2)', [id, passwordHash])
  })
  return id
}

async function addCollection(
  database: Database,
  creatorId: string,
  creatorEmail: string,
  collection: SeedCollection,
  random: Random,
  now: Date,
): Promise<string> {
  const createdAt = new Date(now.getTime() - collection.createdDaysAgo * DAY)
  const id = random.id(createdAt)
  await database.query(
    `insert into collections (
       id, creator_id, creator_email, title, title_folded, description, suggested_amount, total_amount,
       deadline, bank_account, account_identifier, cantidad_personas, status, created_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      creatorId,
      creatorEmail,
      collection.title,
      fold(collection.title),
      collection.description,
      collection.suggested,
      collection.total,
      dayFromNow(now, collection.deadlineInDays),
      collection.bankAccount,
      collection.accountIdentifier,
      collection.people,
      collection.status,
      createdAt.toISOString(),
    ],
  )
  return id
}

const COLUMNS = [
  'id',
  'collection_id',
  'organiser_id',
  'contributor_name',
  'contributor_folded',
  'contributor_email',
  'payment_method',
  'amount',
  'payment_date',
  'created_at',
  'payment_status',
  'verified_at',
  'message',
]

async function addContributions(
  database: Database,
  collectionId: string,
  organiserId: string,
  collection: SeedCollection,
  random: Random,
  now: Date,
): Promise<number> {
  let added = 0
  async function* lines() {
    for (const one of contributionsTo(collection, random, now)) {
      added += 1
      const moment = one.moment.toISOString()
      yield csvLine([
        random.id(one.moment),
        collectionId,
        organiserId,
        one.name,
        fold(one.name),
        one.email,
        one.method,
        one.amount.toFixed(2),
        moment,
        moment,
        one.state === 'verified' ? 'confirmed' : one.state,
        one.state === 'verified' ? moment : null,
        one.message,
      ])
    }
  }
  if (collection.contributions > 0) await database.copyIn('contributions', COLUMNS, lines())
  return added
}

async function addLuciasGift(
  database: Database,
  collectionId: string,
  organiserId: string,
  contributorId: string,
  { amount, rejection }: { amount: number; rejection: string | undefined },
  random: Random,
  now: Date,
): Promise<void> {
  const moment = new Date(now.getTime() - random.whole(1, 20) * DAY)
  const name = `${LUCIA.firstName} ${LUCIA.lastName}`
  await database.query(
    `insert into contributions (
       id, collection_id, organiser_id, contributor_id, contributor_name, contributor_folded,
       contributor_email, payment_method, amount, payment_date, payment_status, rejection_reason
     )
     values ($1, $2, $3, $4, $5, $6, $7, 'Transferencia', $8, $9, $10, $11)`,
    [
      random.id(moment),
      collectionId,
      organiserId,
      contributorId,
      name,
      fold(name),
      LUCIA.email,
      amount,
      moment.toISOString(),
      rejection ? 'rejected' : 'confirmed',
      rejection ?? '',
    ],
  )
}

/** Writes a cell as in RFC 4180. COPY reads an empty cell without quotes as null, with quotes as ''. */
function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`
}
