/* Finds the people of a list whose names are like another name, without comparing it with each of them. */
import { nameSimilarity, nameWords, wordSimilarity } from '../conciliation/names.ts'
import { shortForms } from '../conciliation/nicknames.ts'
import { groupBy } from '../group-by.ts'
import { memoized } from '../memoized.ts'
import { compareTexts } from '../text.ts'

export interface AlikeName {
  /** Its place in the list. */
  person: number
  /** 1 for the same words, in any order. */
  similarity: number
}

export interface AlikeNames {
  /** Returns people with the same words, else with two or their only one in common; null for no person's name. */
  like(name: string): AlikeName[] | null
}

/** A name that is like more names than this is no hint. */
const MAX_ALIKE = 20
/** Below this a name of several words is no hint: two given names and another surname. */
const ALIKE = 0.7
/** The least similarity: a name of one word. */
export const HINT = 0.5

export function indexPeople(names: readonly string[]): AlikeNames {
  const words = names.map(nameWords)
  const sameWords = groupBy(words.keys(), (person) => keyOf(words[person] ?? []))
  const agreeing = agreeingPeople(words)
  /** For each person, the number of words that agree with those of a name; zero between two calls. */
  const counts = new Uint8Array(names.length)

  return {
    like(name) {
      const own = nameWords(name)
      if (own.length === 0) return null
      const same = sameWords.get(keyOf(own))
      if (same) return same.map((person) => ({ person, similarity: 1 }))
      const touched: number[] = []
      for (const word of own) {
        for (const person of agreeing(word)) {
          if (counts[person] === 0) touched.push(person)
          counts[person] = (counts[person] ?? 0) + 1
        }
      }
      const found: AlikeName[] = []
      for (const person of touched) {
        const agreed = counts[person] ?? 0
        counts[person] = 0
        const theirs = words[person] ?? []
        const shorter = Math.min(own.length, theirs.length)
        // Most pairs agree in a given name, and need no closer look.
        if (agreed / shorter < ALIKE) continue
        const similarity = Math.min(nameSimilarity(own, theirs) ?? 0, ALMOST)
        if (similarity >= (shorter === 1 ? HINT : ALIKE)) found.push({ person, similarity })
      }
      if (found.length > MAX_ALIKE) return []
      return found.sort((a, b) => b.similarity - a.similarity)
    },
  }
}

/** Longer and shorter forms of a name are less than the same words. */
const ALMOST = 0.99

/** Returns the people with a word that agrees with a given one. An initial alone finds too many. */
function agreeingPeople(
  names: readonly (readonly string[])[],
): (word: string) => readonly number[] {
  const standing = names.flatMap((words, person) => words.map((word) => ({ word, person })))
  const places = groupBy(standing, ({ word }) => word)
  const byLetter = groupBy(places.keys(), (word) => word.charAt(0))
  return memoized((word) => {
    // Words that agree begin alike, have their first letters swapped, or are short forms.
    const candidates = new Set([
      ...(byLetter.get(word.charAt(0)) ?? []),
      ...(byLetter.get(word.charAt(1)) ?? []),
      ...shortForms(word),
    ])
    const agreed = [...candidates].filter((other) => wordSimilarity(word, other) > 0)
    const found = agreed.flatMap((other) => places.get(other) ?? [])
    return [...new Set(found.map(({ person }) => person))]
  })
}

function keyOf(words: readonly string[]): string {
  return words.toSorted(compareTexts).join(' ')
}
