/*
 * Builders with defaults for everything that a test does not mention. People are inserted as signed in;
 * tests/server/accounts.test.ts tests registration.
 */
import { hashPassword } from '../../server/domain/passwords.ts'
import type { PaymentMethod } from '../../shared/contribution.ts'
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import type { OwnReportKey } from '../../shared/own-report.ts'
import type { TestApp } from './test-app.ts'
import { type Visitor, visitor } from './visitor.ts'

export interface Person extends Visitor {
  id: string
  email: string
  firstName: string
}

interface Known {
  firstName?: string
  lastName?: string
  email?: string
}

/** Adds a confirmed, signed-in person. */
export async function buildPerson(
  app: TestApp,
  { firstName = 'Lucía', lastName = 'Fernández', email = `${newId()}@example.com` }: Known = {},
): Promise<Person> {
  const id = newId()
  await app.database.query(
    `insert into users (id, email, first_name, last_name, email_confirmed_at)
     values ($1, $2, $3, $4, now())`,
    [id, email, firstName, lastName],
  )
  const person = visitor(app)
  person.cookies.set('session', await app.context.sessions.create(id))
  return { ...person, id, email, firstName }
}

/** Adds a person who can also sign in by password. */
export async function buildMember(app: TestApp, password: string, known: Known = {}) {
  const person = await buildPerson(app, known)
  await app.database.query('insert into passwords (user_id, hash) values ($1, $2)', [
    person.id,
    await hashOf(password),
  ])
  return person
}

const hashes = new Map<string, Promise<string>>()

/** A hash takes a while on purpose, so each password is hashed once. */
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Returns the arguments that the form of a new collection sends. */
export function collectionInput(app: TestApp, changes: object = {}) {
  return {
    id: newId(),
    title: 'Regalo para la seño Marta',
    description: '',
    suggestedAmount: 5_000_00,
    totalAmount: 100_000_00,
    deadline: addDays(today(app.clock.now()), 30),
    bankAccount: 'patio.baldosa.sol',
    accountIdentifier: 'Lucía Fernández',
    cantidadPersonas: 20,
    ...changes,
  }
}

/** Creates an open collection of `organiser`; returns its id. */
export async function buildCollection(
  app: TestApp,
  organiser: Person,
  changes: object = {},
): Promise<string> {
  const input = collectionInput(app, changes)
  const outcome = await organiser.mutate('create-collection', input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return input.id
}

/** Returns a report as the contribution page sends it. */
export function reportInput(changes: object = {}) {
  return {
    id: newId(),
    contributorName: 'Julieta Romero',
    contributorEmail: 'julieta@example.com',
    amount: 5_000_00,
    paymentMethod: 'Transferencia',
    message: '',
    ...changes,
  }
}

/** Files a report; returns its id. */
export async function buildReport(
  app: TestApp,
  collectionId: string,
  changes: object = {},
  by: Visitor = visitor(app),
): Promise<string> {
  return (await buildOwnReport(by, collectionId, changes)).id
}

/** Returns what its guest needs to see and change it. */
export async function buildOwnReport(
  by: Visitor,
  collectionId: string,
  changes: object = {},
): Promise<OwnReportKey> {
  const input = reportInput(changes)
  const { status, body } = await by.post(`/api/collections/${collectionId}/contributions`, input)
  if (status !== 201) throw new Error(body.error)
  return { id: input.id, key: body.key }
}

/** Changes the payment method of stored contributions. */
export async function paidBy(
  app: TestApp,
  method: PaymentMethod,
  contributionIds: readonly string[],
): Promise<void> {
  await app.database.query(
    'update contributions set payment_method = $1 where id = any($2::uuid[])',
    [method, contributionIds],
  )
}

/** Adds a contribution by hand; returns its id. */
export async function buildManualContribution(
  organiser: Person,
  collectionId: string,
  changes: object = {},
): Promise<string> {
  const input = manualInput(collectionId, changes)
  const outcome = await organiser.mutate('add-manual-contribution', input)
  if (!outcome.ok) throw new Error(outcome.error.message)
  return input.id
}

/** Returns the arguments that the organiser's contribution form sends. */
export function manualInput(collectionId: string, changes: object = {}) {
  return {
    id: newId(),
    collectionId,
    contributorName: 'Tía Norma',
    contributorEmail: null,
    amount: 2_000_00,
    message: '',
    ...changes,
  }
}

/** Returns the state of a contribution, as its organiser's list has it. */
export async function contributionState(
  organiser: Person,
  collectionId: string,
  id: string,
): Promise<string> {
  const { body } = await organiser.query('collection-contributions', { collectionId })
  return body.rows.find((row: { id: string }) => row.id === id).state
}

/** Returns the ids of the live matches of a contribution. */
export async function liveMatchesOf(organiser: Person, contributionId: string): Promise<string[]> {
  const { body } = await organiser.query('contribution-matches', { contributionId })
  return body.map(({ id }: { id: string }) => id)
}

/** Returns one match as the organiser's screen sends it. Lines with the same `line` are the same. */
export function matchInput(
  contributionId: string,
  { line = newId(), ...changes }: MatchChanges = {},
) {
  return {
    id: newId(),
    contributionId,
    lineId: line.padEnd(43, 'x'),
    lineDay: '2026-11-20',
    lineAmount: 5_000_00,
    part: 5_000_00,
    isSplit: false,
    reason: 'unique-amount',
    isAutomatic: true,
    source: 'mercado-pago',
    asIs: false,
    version: 1,
    ...changes,
  }
}

type MatchChanges = { line?: string } & Record<string, unknown>

/** Returns the arguments with which the organiser's screen adds people of these names to a list. */
export function peopleInput(collectionId: string, ...names: string[]) {
  const people = names.map((name, position) => ({
    id: newId(),
    name,
    email: null as string | null,
    phone: null as string | null,
    position,
  }))
  return { collectionId, people }
}

/** Returns the arguments with which the organiser's screen writes a line down as a contribution. */
export function createdInput(collectionId: string, changes: MatchChanges = {}) {
  const { contributionId, reason, isAutomatic, asIs, version, ...match } = matchInput('', changes)
  return {
    id: newId(),
    collectionId,
    contributorName: 'Ana Gómez',
    contributorEmail: null,
    amount: match.part,
    message: '',
    match,
  }
}
