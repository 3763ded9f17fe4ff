import { seededRandom } from '../../shared/random.ts'

/** A random generator that repeats its sequence for the same seed. */
export interface Random {
  /** Returns a number from 0 up to but not including 1. */
  next(): number
  /** Returns a whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  chance(probability: number): boolean
  /** Returns a UUID v7 with that time. */
  id(moment: Date): string
}

/** Returns random numbers, choices and ids from a seed. */
export function createRandom(seed: number): Random {
  const next = seededRandom(seed)
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const hex = (digits: number) =>
    whole(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0')
  return {
    next,
    whole,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
    id: (moment) => {
      const time = moment.getTime().toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${'89ab'[whole(0, 3)]}${hex(3)}-${hex(6)}${hex(6)}`
    },
  }
}
