/*
 * Finds, for the name of a movement, the contributions with similar names, without comparing each with each. Names are
 * in the order of their days. Most share one word with the movement's name, so that their similarity is one division.
 */
import { groupBy } from '../group-by.ts'
import { memoized } from '../memoized.ts'
import { nameSimilarity, nameWords, shareOf, wordSimilarity, wordWeights } from './names.ts'
import { shortForms } from './nicknames.ts'

export interface NamedClaim {
  names: readonly string[]
  /** Days since 1970. */
  day: number
}

export interface NameIndex {
  /** True when some name of the contribution is a person's. */
  hasName(contribution: number): boolean
  /**
   * Returns the similarity by contribution, of those that agree a little and were reported from 10 days before to 15
   * days after `day`. null when the movement's name is no person's.
   */
  similar(name: string | null, day: number): ReadonlyMap<number, number> | null
}

interface IndexedName {
  contribution: number
  words: string[]
  day: number
  /** Sum of the weights of its words. */
  weight: number
  hasInitial: boolean
}

/** Lower similarities are left out: they change no decision. */
const MIN_SIMILARITY = 0.2
const BEFORE = 10
const AFTER = 15

export function indexNames(claims: readonly NamedClaim[], lineNames: readonly string[]): NameIndex {
  const split = claims.flatMap(({ names, day }, contribution) =>
    names.map((name) => ({ contribution, day, words: nameWords(name) })),
  )
  const weight = memoized(
    wordWeights([...split.map(({ words }) => words), ...[...new Set(lineNames)].map(nameWords)]),
  )
  const total = (words: readonly string[]) => words.reduce((sum, word) => sum + weight(word), 0)
  const names = split
    .filter(({ words }) => words.length > 0)
    .map(
      (name): IndexedName => ({
        ...name,
        weight: total(name.words),
        hasInitial: name.words.some(isInitial),
      }),
    )
    .toSorted((a, b) => a.day - b.day)
  const days = Int32Array.from(names, ({ day }) => day)
  const lengths = Uint8Array.from(names, ({ words }) => words.length)
  const weights = Float64Array.from(names, (name) => name.weight)
  const named = new Set(names.map(({ contribution }) => contribution))
  const agreeing = agreeingWords(names)
  const touched = new Uint8Array(names.length)
  const shares = new Float64Array(names.length)

  return {
    hasName: (contribution) => named.has(contribution),
    similar(name, day) {
      const mine = name === null ? [] : nameWords(name)
      if (mine.length === 0) return null
      const first = lowerBound(days, day - BEFORE)
      const end = lowerBound(days, day + AFTER + 1)
      const list: number[] = []
      const mineWeight = total(mine)
      for (const word of mine) {
        for (const { other, value, places } of agreeing(word)) {
          const share = (value * weight(word)) / mineWeight
          const theirShare = value * weight(other)
          const last = lowerBound(places, end)
          for (let i = lowerBound(places, first); i < last; i += 1) {
            const at = places[i] ?? 0
            if (touched[at] === 0) list.push(at)
            touched[at] = touched[at] === 0 ? 1 : 2
            shares[at] = shareOf(
              mine.length,
              lengths[at] ?? 1,
              share,
              theirShare / (weights[at] ?? 1),
            )
          }
        }
      }
      const hasInitial = mine.some(isInitial)
      const found = new Map<number, number>()
      for (const at of list) {
        const theirs = names[at]
        if (!theirs) continue
        const isSimple = touched[at] === 1 && !hasInitial && !theirs.hasInitial
        touched[at] = 0
        const value = (isSimple ? shares[at] : nameSimilarity(mine, theirs.words, weight)) ?? 0
        const most = found.get(theirs.contribution) ?? MIN_SIMILARITY
        if (value >= most) found.set(theirs.contribution, value)
      }
      return found
    },
  }
}

interface Agreement {
  other: string
  value: number
  /** Names in which the other word stands, ascending. */
  places: Int32Array
}

/** Returns the words of all names that agree with a word. An initial alone would find too many. */
function agreeingWords(names: readonly IndexedName[]): (word: string) => readonly Agreement[] {
  const standing = names.flatMap(({ words }, at) =>
    [...new Set(words)].map((word) => ({ word, at })),
  )
  const places = new Map(
    [...groupBy(standing, ({ word }) => word)]
      .filter(([word]) => !isInitial(word))
      .map(([word, all]) => [word, Int32Array.from(all, ({ at }) => at)]),
  )
  const byLetter = groupBy(places.keys(), ([letter]) => letter)
  const long = [...places.keys()].filter((word) => word.length >= 9)
  return memoized((word) => {
    if (isInitial(word)) return []
    // Words that agree begin alike, have their first letters swapped, are long, or are short forms.
    const candidates = new Set([
      ...(byLetter.get(word[0]) ?? []),
      ...(byLetter.get(word[1]) ?? []),
      ...(word.length >= 9 ? long : []),
      ...shortForms(word),
    ])
    const found: Agreement[] = []
    for (const other of candidates) {
      const list = places.get(other)
      const value = list ? wordSimilarity(word, other) : 0
      if (list && value > 0) found.push({ other, value, places: list })
    }
    return found
  })
}

function isInitial(word: string): boolean {
  return word.length === 1
}

function lowerBound(sorted: Int32Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
