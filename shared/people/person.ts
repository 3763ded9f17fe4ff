/* Schemas of the people from whom an organiser expects a contribution, and of the mutations that change them. */
import * as z from 'zod/mini'
import { MAX_CONTRIBUTOR_NAME_LENGTH } from '../contribution.ts'
import { emailAddress } from '../user.ts'
import { id, line, moment } from '../validation.ts'

export const MOST_PEOPLE = 5_000

export const MOST_PEOPLE_AT_ONCE = 250

const MAX_PHONE_LENGTH = 40
const LEAST_DIGITS = 6

const phoneNumber = line(MAX_PHONE_LENGTH, 'Falta el teléfono.').check(
  z.refine((text) => text.replace(/\D/g, '').length >= LEAST_DIGITS, 'El teléfono no es válido.'),
)

const typedPerson = {
  name: line(MAX_CONTRIBUTOR_NAME_LENGTH, 'Falta el nombre.'),
  email: z.nullable(emailAddress('Falta el email.')),
  phone: z.nullable(phoneNumber),
}

export const newPerson = z.object(typedPerson)
export type NewPerson = z.infer<typeof newPerson>

/** The organiser's decision: at most one of the two is set. Without both, contributions are matched by name. */
const decision = {
  contributionId: z._default(z.nullable(id), null),
  /** Time by the device's clock: none of the contributions until then is theirs. */
  missingSince: z._default(z.nullable(moment), null),
}

const isDecided = z.refine<{ contributionId: string | null; missingSince: string | null }>(
  (person) => person.contributionId === null || person.missingSince === null,
)

const addedPerson = z
  .object({ id, ...typedPerson, position: z.int().check(z.gte(0), z.lt(2 ** 31)), ...decision })
  .check(isDecided)

export const addedPeople = z.object({
  collectionId: id,
  people: z.array(addedPerson).check(z.minLength(1), z.maxLength(MOST_PEOPLE_AT_ONCE)),
})

/** The organiser's change of a person. Absent fields stay. */
export const editedPerson = z.object({ id, changes: z.partial(newPerson) })
export type PersonChanges = Partial<NewPerson>

const manyPeople = z.array(id).check(z.minLength(1), z.maxLength(MOST_PEOPLE_AT_ONCE))

export const removedPeople = z.object({ ids: manyPeople })

export const linkedPeople = z.object({ ids: manyPeople, ...decision }).check(isDecided)
