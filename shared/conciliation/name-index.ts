/*
 * Finds, for the name of a movement, the contributions whose names agree with it, without comparing each with each.
 * Most names share one word with it, and of those the similarity is one division.
 */
import { nameSimilarity, nameWords, type WordWeight, wordSimilarity, wordWeights } from './names.ts'
import type { WaitingContribution } from './waiting-contribution.ts'

export interface NameIndex {
  /** True when some name of the contribution names somebody. */
  hasName(contribution: number): boolean
  /** Similarity by contribution, of those that agree a little. null when the movement's name says nothing. */
  similar(name: string | null): ReadonlyMap<number, number> | null
}

interface IndexedName {
  contribution: number
  words: string[]
  /** Sum of the weights of its words. */
  weight: number
  hasInitial: boolean
}

/** Less than this changes no decision. */
const LEAST = 0.2

export function indexNames(
  contributions: readonly WaitingContribution[],
  lineNames: readonly string[],
): NameIndex {
  const words = contributions.flatMap(({ names }, contribution) =>
    names.map((name) => ({ contribution, words: nameWords(name) })),
  )
  const weight = memoized(
    wordWeights([...words.map((name) => name.words), ...[...new Set(lineNames)].map(nameWords)]),
  )
  const total = (list: readonly string[]) => list.reduce((sum, word) => sum + weight(word), 0)
  const names = words
    .filter((name) => name.words.length > 0)
    .map(
      (name): IndexedName => ({
        ...name,
        weight: total(name.words),
        hasInitial: name.words.some(isInitial),
      }),
    )
  const named = new Set(names.map(({ contribution }) => contribution))
  const agreeing = agreeingWords(names)
  const results = new Map<string, ReadonlyMap<number, number>>()
  const touched = new Uint8Array(names.length)
  const single = new Float64Array(names.length)

  return {
    hasName: (contribution) => named.has(contribution),
    similar(name) {
      const mine = name === null ? [] : nameWords(name)
      if (mine.length === 0) return null
      const key = mine.join(' ')
      const before = results.get(key)
      if (before) return before

      const list: number[] = []
      const mineWeight = total(mine)
      const hasInitial = mine.some(isInitial)
      for (const word of mine) {
        for (const { other, value, places } of agreeing(word)) {
          const [left, right] = [value * weight(word), value * weight(other)]
          for (const at of places) {
            const theirs = names[at]
            if (!theirs) continue
            if (touched[at] === 0) list.push(at)
            touched[at] = Math.min(2, (touched[at] ?? 0) + 1)
            const isShorter = mine.length < theirs.words.length
            const [a, b] = [left / mineWeight, right / theirs.weight]
            const share = mine.length === theirs.words.length ? Math.min(a, b) : isShorter ? a : b
            single[at] = Math.min(mine.length, theirs.words.length) === 1 ? share * 0.55 : share
          }
        }
      }
      const found = new Map<number, number>()
      for (const at of list) {
        const theirs = names[at]
        if (!theirs) continue
        const isSimple = touched[at] === 1 && !hasInitial && !theirs.hasInitial
        const value = isSimple
          ? (single[at] ?? 0)
          : (nameSimilarity(mine, theirs.words, weight) ?? 0)
        touched[at] = 0
        if (value >= LEAST && value > (found.get(theirs.contribution) ?? 0)) {
          found.set(theirs.contribution, value)
        }
      }
      results.set(key, found)
      return found
    },
  }
}

interface Agreement {
  other: string
  value: number
  /** Names in which the other word stands. */
  places: readonly number[]
}

/** Returns the words of all names that agree with a word. An initial alone would find too many. */
function agreeingWords(names: readonly IndexedName[]): (word: string) => Agreement[] {
  const places = new Map<string, number[]>()
  for (const [at, { words }] of names.entries()) {
    for (const word of new Set(words)) {
      if (isInitial(word)) continue
      const list = places.get(word)
      if (list) list.push(at)
      else places.set(word, [at])
    }
  }
  const known = new Map<string, Agreement[]>()
  return (word) => {
    let found = known.get(word)
    if (!found) {
      found = isInitial(word)
        ? []
        : [...places].flatMap(([other, list]) => {
            const value = wordSimilarity(word, other)
            return value > 0 ? [{ other, value, places: list }] : []
          })
      known.set(word, found)
    }
    return found
  }
}

function isInitial(word: string): boolean {
  return word.length === 1
}

function memoized(weight: WordWeight): WordWeight {
  const known = new Map<string, number>()
  return (word) => {
    let value = known.get(word)
    if (value === undefined) {
      value = weight(word)
      known.set(word, value)
    }
    return value
  }
}
