import { describe, expect, it } from 'vitest'
import { indexNames } from '../../../shared/conciliation/name-index.ts'
import {
  nameSimilarity,
  nameWords,
  wordSimilarity,
  wordWeights,
} from '../../../shared/conciliation/names.ts'

const NAMES = [
  'Ana Gómez',
  'GOMEZ ANA MARIA',
  'Ana G.',
  'A. Gómez',
  'Gómez Gómez Ana',
  'Nacho Paz',
  'PAZ IGNACIO',
  'Flia. Paz',
  'Inés oSto',
  'SOTO INES',
  'Eva Bartolomé',
  'VARTOLOME EVA',
  'Montenegro',
  'CONTENEGRO LUIS',
  'González Luz',
  'GONZALEZ LUCIA PAZ',
  'Luz',
  'Mamá de Juana',
  'Juana Sol María Rosa Vera',
  'V. Juana',
  'Ana Ruiz',
  'Gómez Luis',
  'Rosa Lía Eva Mía Paula Noé',
  'LUIS JOSE ROSA IVAN RAUL SAUL',
]
const DAY = 20_000

/** Compares the name with each other, as the index need not. */
function similarOneByOne(names: readonly (readonly string[])[], lineNames: string[], name: string) {
  const all = [...names.flat(), ...new Set(lineNames)].map(nameWords)
  const weight = wordWeights(all)
  const mine = nameWords(name)
  const isWord = (word: string) => word.length > 1
  const agrees = (theirs: readonly string[]) =>
    mine.filter(isWord).some((a) => theirs.filter(isWord).some((b) => wordSimilarity(a, b) > 0))
  return names.flatMap((own, at) => {
    const values = own.map(nameWords).flatMap((theirs) => {
      const value = agrees(theirs) ? nameSimilarity(mine, theirs, weight) : null
      return value === null || value < 0.2 ? [] : [value]
    })
    return values.length === 0 ? [] : [[at, Math.max(...values).toFixed(9)]]
  })
}

const found = (similar: ReadonlyMap<number, number> | null) =>
  [...(similar ?? [])].toSorted(([a], [b]) => a - b).map(([at, value]) => [at, value.toFixed(9)])

describe('the index of names', () => {
  const lineNames = ['GOMEZ ANA', 'GOMEZ ANA', 'PAZ LUIS', 'SOTO INES']

  it.each(NAMES)('finds for %j the names that a comparison of all finds', (name) => {
    const names = NAMES.map((own) => [own])
    const claims = names.map((names, at) => ({ names, day: DAY + ((at * 7) % 5) }))
    const index = indexNames(claims, lineNames)
    expect(found(index.similar(name, DAY))).toEqual(similarOneByOne(names, lineNames, name))
    // The index keeps nothing of a search.
    expect(found(index.similar(name, DAY))).toEqual(similarOneByOne(names, lineNames, name))
  })

  it.each(NAMES)('finds for %j the best of several names', (name) => {
    const names = NAMES.map((own, at) => [own, NAMES[(at + 3) % NAMES.length] ?? ''])
    const claims = names.map((names) => ({ names, day: DAY }))
    expect(found(indexNames(claims, []).similar(name, DAY))).toEqual(
      similarOneByOne(names, [], name),
    )
  })

  it.each(NAMES)('finds for %j those of about its day', (name) => {
    const names = NAMES.map((own) => [own])
    const daysAfter = (at: number) => ((at * 7) % 41) - 20
    const claims = names.map((names, at) => ({ names, day: DAY + daysAfter(at) }))
    const near = similarOneByOne(names, lineNames, name).filter(([at]) => {
      const days = daysAfter(Number(at))
      return days >= -10 && days <= 15
    })
    expect(found(indexNames(claims, lineNames).similar(name, DAY))).toEqual(near)
  })

  it.each([
    [-11, false],
    [-10, true],
    [0, true],
    [15, true],
    [16, false],
  ])('finds a contribution of %d days later: %s', (days, is) => {
    const claims = [
      { names: ['Luis Paz'], day: DAY },
      { names: ['Ana Gómez'], day: DAY + days },
      { names: ['Eva Sol'], day: DAY },
    ]
    expect(indexNames(claims, []).similar('GOMEZ ANA', DAY)?.has(1)).toBe(is)
  })

  it('keeps a similarity of 0.2', () => {
    const claims = [{ names: ['Ana Bea Cora Dora Ema'], day: DAY }]
    const similar = indexNames(claims, []).similar('ANA FLOR GINA HILDA INES', DAY)
    expect(similar).toEqual(new Map([[0, 0.2]]))
  })

  it('returns nothing for a line without a name', () => {
    const index = indexNames([{ names: ['Ana'], day: DAY }], [])
    expect(index.similar(null, DAY)).toBeNull()
    expect(index.similar('Mamá de Juana', DAY)).toBeNull()
    expect(index.similar('A.', DAY)).toEqual(new Map())
    expect(index.similar('Luis', DAY)).toEqual(new Map())
  })

  it.each([
    [['Ana'], true],
    [['Mamá de Juana', 'Ana'], true],
    [['Mamá de Juana'], false],
    [[], false],
  ])('tells whether %j names somebody: %s', (names, is) => {
    expect(indexNames([{ names, day: DAY }], []).hasName(0)).toBe(is)
  })
})
