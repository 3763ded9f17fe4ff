/** A page number, or a gap in the row of numbers. */
export type PagerItem = number | 'gap-before' | 'gap-after'

/**
 * The numbers of a pager: first, neighbours, last; at least three in a row where there are three.
 * A gap never hides a single page.
 */
export function pagesAround(page: number, pageCount: number): PagerItem[] {
  const middle = Math.min(Math.max(page, 2), Math.max(pageCount - 1, 2))
  const from = middle - 1 <= 3 ? 1 : middle - 1
  const to = middle + 1 >= pageCount - 2 ? pageCount : middle + 1

  const items: PagerItem[] = []
  if (from > 1) items.push(1, 'gap-before')
  for (let number = from; number <= to; number += 1) items.push(number)
  if (to < pageCount) items.push('gap-after', pageCount)
  return items
}
