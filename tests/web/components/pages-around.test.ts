import { expect, test } from 'vitest'
import { pagesAround } from '../../../web/components/pager.tsx'

const shown = (page: number, count: number) =>
  pagesAround(page, count)
    .map((item) => (typeof item === 'number' ? item : '…'))
    .join(' ')

test('a short list shows every page', () => {
  expect(shown(1, 1)).toBe('1')
  expect(shown(2, 2)).toBe('1 2')
  expect(shown(3, 5)).toBe('1 2 3 4 5')
})

test('a long list shows the first, the last and the neighbours', () => {
  expect(shown(1, 129)).toBe('1 2 3 … 129')
  expect(shown(2, 129)).toBe('1 2 3 … 129')
  expect(shown(64, 129)).toBe('1 … 63 64 65 … 129')
  expect(shown(129, 129)).toBe('1 … 127 128 129')
})

test('a gap never hides a single page, and no page comes twice', () => {
  for (let count = 1; count <= 30; count += 1) {
    for (let page = 1; page <= count; page += 1) {
      const items = pagesAround(page, count)
      const numbers = items.filter((item) => typeof item === 'number')
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
      expect(numbers).toEqual(expect.arrayContaining([1, page, count]))
      items.forEach((item, at) => {
        if (typeof item === 'number') return
        const [before, after] = [items[at - 1], items[at + 1]]
        expect(Number(after) - Number(before)).toBeGreaterThan(2)
      })
    }
  }
})
