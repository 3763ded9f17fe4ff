import { expect, it } from 'vitest'
import { leafPath } from '../../shared/leaf-path.ts'

it('draws a leaf from top left to bottom right, or mirrored', () => {
  const right = 'M0 0H3A7 7 0 0 1 10 7V10H7A7 7 0 0 1 0 3Z'
  expect(leafPath(10)).toBe(right)
  expect(leafPath(10, true)).toBe(right)
  expect(leafPath(10, false)).toBe('M10 0V3A7 7 0 0 1 3 10H0V7A7 7 0 0 1 7 0Z')
})

it('rounds to hundredths', () => {
  expect(leafPath(3.3333)).toBe('M0 0H1A2.33 2.33 0 0 1 3.33 2.33V3.33H2.33A2.33 2.33 0 0 1 0 1Z')
})
