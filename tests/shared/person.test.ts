import { describe, expect, it } from 'vitest'
import {
  addedPeople,
  editedPerson,
  linkedPeople,
  newPerson,
  removedPeople,
} from '../../shared/people/person.ts'
import { check } from '../../shared/validation.ts'

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const idsOf = (count: number) => Array.from({ length: count }, (_, n) => idOf(n))

const ana = { name: 'Ana Gómez', email: 'ana@example.com', phone: '11 5555-1234' }
const SINCE = '2026-11-15T00:00:00.000Z'

describe('a person of the list', () => {
  it.each([
    ['with everything', ana],
    ['with a name alone', { name: 'Ana', email: null, phone: null }],
    ['with the shortest telephone', { ...ana, phone: '123-456' }],
    ['with the longest name', { ...ana, name: 'a'.repeat(120) }],
  ])('is taken %s', (_what, person) => {
    expect(check(newPerson, person)).toEqual({ ok: true, value: person })
  })

  it.each([
    ['name', '', 'Falta el nombre.'],
    ['name', 'a'.repeat(121), 'Es demasiado largo: puede tener hasta 120 caracteres.'],
    ['email', '', 'Falta el email.'],
    ['email', 'ana@casa', 'El formato del email no es válido.'],
    ['phone', ' ', 'Falta el teléfono.'],
    ['phone', '(12) 3-45', 'El teléfono no es válido.'],
    ['phone', 'no tiene', 'El teléfono no es válido.'],
    ['phone', '1'.repeat(41), 'Es demasiado largo: puede tener hasta 40 caracteres.'],
  ])('has no %s %j', (field, value, problem) => {
    const checked = check(newPerson, { ...ana, [field]: value })
    expect(checked).toEqual({ ok: false, problems: { [field]: problem } })
  })

  it('is changed in the fields that are given', () => {
    const change = { id: idOf(1), changes: { phone: null } }
    expect(check(editedPerson, change)).toEqual({ ok: true, value: change })
    expect(check(editedPerson, { id: 'ana', changes: {} }).ok).toBe(false)
    expect(check(editedPerson, { id: idOf(1), changes: { name: '' } }).ok).toBe(false)
  })
})

describe('people are added', () => {
  const undecided = { contributionId: null, missingSince: null }
  const added = (person: object) => ({ collectionId: idOf(0), people: [person] })
  const first = { id: idOf(1), ...ana, position: 0 }

  it.each([
    ['undecided, when nobody decided', first, { ...first, ...undecided }],
    ['at the last place', { ...first, position: 2 ** 31 - 1, ...undecided }, null],
    ['with their contribution', { ...first, ...undecided, contributionId: idOf(2) }, null],
    ['as missing', { ...first, ...undecided, missingSince: SINCE }, null],
  ])('%s', (_what, person, read) => {
    expect(check(addedPeople, added(person))).toEqual({ ok: true, value: added(read ?? person) })
  })

  it.each([
    ['with a contribution and missing', { contributionId: idOf(2), missingSince: SINCE }],
    ['before the first place', { position: -1 }],
    ['after the last place', { position: 2 ** 31 }],
    ['between two places', { position: 0.5 }],
    ['without a name', { name: '' }],
    ['missing since no time', { missingSince: 'ayer' }],
  ])('but not %s', (_what, changes) => {
    expect(check(addedPeople, added({ ...first, ...changes })).ok).toBe(false)
  })

  it.each([
    [0, false],
    [1, true],
    [250, true],
    [251, false],
  ])('%i at once: %s', (count, ok) => {
    const people = idsOf(count).map((id) => ({ ...first, id }))
    expect(check(addedPeople, { collectionId: idOf(0), people }).ok).toBe(ok)
  })
})

describe('several people', () => {
  it.each([
    [0, false],
    [1, true],
    [250, true],
    [251, false],
  ])('are removed or decided, %i at once: %s', (count, ok) => {
    expect(check(removedPeople, { ids: idsOf(count) }).ok).toBe(ok)
    expect(check(linkedPeople, { ids: idsOf(count) }).ok).toBe(ok)
  })

  it('are named when they are removed', () => {
    expect(check(removedPeople, { ids: idsOf(2) })).toEqual({ ok: true, value: { ids: idsOf(2) } })
    expect(check(removedPeople, {}).ok).toBe(false)
  })

  it.each([
    ['have a contribution', { contributionId: idOf(9), missingSince: null }, true],
    ['are missing', { contributionId: null, missingSince: SINCE }, true],
    ['are undecided', { contributionId: null, missingSince: null }, true],
    ['have one and are missing', { contributionId: idOf(9), missingSince: SINCE }, false],
  ])('%s', (_what, decision, ok) => {
    const linked = { ids: idsOf(2), ...decision }
    const checked = check(linkedPeople, linked)
    expect(checked.ok).toBe(ok)
    if (checked.ok) expect(checked.value).toEqual(linked)
  })
})
