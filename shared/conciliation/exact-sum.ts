import type { Centavos } from '../money.ts'

const MAX_ITEMS = 4

/**
 * Returns the first two to four items, in their order, whose amounts add up to `sum`; null when none do. `fits` returns
 * whether an item is compatible with those chosen before it.
 */
export function exactSum<T>(
  items: readonly T[],
  sum: Centavos,
  amountOf: (item: T) => Centavos,
  fits: (item: T, chosen: readonly T[]) => boolean = () => true,
): T[] | null {
  const find = (from: number, left: Centavos, chosen: T[]): T[] | null => {
    if (left === 0) return chosen.length > 1 ? chosen : null
    if (chosen.length === MAX_ITEMS) return null
    for (const [at, item] of items.entries()) {
      if (at < from || amountOf(item) > left || !fits(item, chosen)) continue
      const found = find(at + 1, left - amountOf(item), [...chosen, item])
      if (found) return found
    }
    return null
  }
  return find(0, sum, [])
}
