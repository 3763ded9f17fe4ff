import type { Centavos } from './money.ts'

const FEWEST_TILES = 8
const MOST_TILES = 40

/** Returns the number of tiles of a collection's progress: one per person from 8 to 40 people, otherwise `usual`. */
export function countTiles(people: number | null | undefined, usual: number): number {
  return people && people >= FEWEST_TILES && people <= MOST_TILES ? people : usual
}

/** Returns `part` of `total` as a number from 0 to 1. */
export function fractionOf(part: Centavos, total: Centavos): number {
  return total > 0 ? Math.min(Math.max(part / total, 0), 1) : 0
}

/** Returns how much of the tile at `index` is filled, in percent with one decimal. */
export function fillOf(filledTiles: number, index: number): number {
  const fill = Math.min(Math.max(filledTiles - index, 0), 1)
  return Math.round(fill * 1000) / 10
}
