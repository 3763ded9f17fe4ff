/*
 * Similarity of two people's names. Banks write GOMEZ ANA MARIA, cut and without accents; people write "Ani Gómez",
 * "Ana G." or "Mamá de Juana".
 */
import { countBy } from '../group-by.ts'
import { fold } from '../text.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { isNickname } from './nicknames.ts'

/** Returns the folded words of a person's name; none for "Mamá de Juana". */
export function nameWords(name: string): string[] {
  const folded = fold(withSpaceInPlace(name)).replace(/['’‘`´]/g, '')
  if (RELATIVE.test(folded)) return []
  return (folded.match(/\p{L}+/gu) ?? []).filter((word) => !FILLERS.has(word))
}

/** Returns "Sofía Luna" for "SofíaL una". */
function withSpaceInPlace(name: string): string {
  return name.replace(
    /(?<before>\p{Ll})(?<letter>\p{Lu})\s+(?=[\p{Ll}’'])/gu,
    '$<before> $<letter>',
  )
}

/** "Mamá de X" and "los chicos de X" name another person than the payer. */
const RELATIVE =
  /^(?:la |el |los |las )?(?:mama|papa|ma|pa|mami|papi|madre|padre|tia|tio|abuela|abuelo|madrina|padrino|hermana|hermano|hija|hijo|novia|novio|esposa|esposo|senora|seno|nene|nena|chicos?|amig[oa]s?|familia|flia)\.? (?:de|del)(?: la| el| los| las)? /

const FILLERS: ReadonlySet<string> = new Set(
  'de del la las los el y e flia fam familia mama papa sr sra srta don dona dr dra lic ing prof'.split(
    ' ',
  ),
)

/** Similarity of two folded words: 1 when equal, 0 when different. */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 0.4 : 0
  // A short form alone is still no contradiction: 0.92 × 0.55 is over a half.
  if (isNickname(a, b)) return 0.92
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 3 && long.startsWith(short)) return 0.85
  if (short.length < 4 || !mayBeClose(short, long)) return 0
  const jaro = jaroWinkler(a, b)
  if (jaro >= 0.92) return jaro * 0.95
  return isSlip(short, long) ? 0.87 : 0
}

/** True for a letter typed twice, and for two first letters that changed places: Jaro-Winkler finds other swaps. */
function isSlip(short: string, long: string): boolean {
  if (long.length === short.length) return short === `${long[1]}${long[0]}${long.slice(2)}`
  let at = 0
  while (short[at] === long[at]) at += 1
  return long[at] === long[at - 1] && short.slice(at) === long.slice(at + 1)
}

/** False for words with other first letters, but for swapped ones and for two words of nine letters. */
function mayBeClose(short: string, long: string): boolean {
  if (long.length > short.length + 3) return false
  const isSwapped = short[0] === long[1] && short[1] === long[0]
  return short[0] === long[0] || isSwapped || short.length >= 9
}

/** Weights of words: a rare surname proves more than "maria". */
export type WordWeight = (word: string) => number

/** Returns the weights of the words in these names. Counts each word once for each name. */
export function wordWeights(names: readonly (readonly string[])[]): WordWeight {
  const counts = countBy(
    names.flatMap((words) => [...new Set(words)]),
    (word) => word,
  )
  const total = Math.max(1, names.length)
  return (word) => 1 + Math.log(total / Math.min(total, counts.get(word) ?? 1))
}

/**
 * Returns how much two names agree, from 0 to 1. Words pair one to one, best first, and the shorter name decides; a
 * name of one word proves little. null when one of them has no words.
 */
export function nameSimilarity(
  a: readonly string[],
  b: readonly string[],
  weight: WordWeight = () => 1,
): number | null {
  if (a.length === 0 || b.length === 0) return null
  const pairs: { i: number; j: number; value: number }[] = []
  for (const [i, left] of a.entries()) {
    for (const [j, right] of b.entries()) {
      const value = wordSimilarity(left, right)
      if (value > 0) pairs.push({ i, j, value })
    }
  }
  if (pairs.length === 0) return 0
  if (pairs.length > 1) pairs.sort((x, y) => y.value - x.value)

  const usedA = new Set<number>()
  const usedB = new Set<number>()
  let sumA = 0
  let sumB = 0
  for (const { i, j, value } of pairs) {
    if (usedA.has(i) || usedB.has(j)) continue
    usedA.add(i)
    usedB.add(j)
    sumA += value * weight(a[i] ?? '')
    sumB += value * weight(b[j] ?? '')
  }
  const shareA = sumA / a.reduce((sum, word) => sum + weight(word), 0)
  const shareB = sumB / b.reduce((sum, word) => sum + weight(word), 0)
  return shareOf(a.length, b.length, shareA, shareB)
}

/**
 * Returns the similarity of names of `a` and `b` words, of which these shares agree. The shorter name decides, the lower
 * share for names of one length.
 */
export function shareOf(a: number, b: number, shareA: number, shareB: number): number {
  const share = Math.min(a <= b ? shareA : Infinity, b <= a ? shareB : Infinity)
  return Math.min(a, b) === 1 ? share * 0.55 : share
}
