import { expect, test } from 'vitest'
import { countTiles, fillOf, fractionOf } from '../../shared/tiles.ts'

test.each([
  [null, 12],
  [undefined, 12],
  [0, 12],
  [7, 12],
  [8, 8],
  [40, 40],
  [41, 12],
])('%j people have %i tiles', (people, tiles) => {
  expect(countTiles(people, 12)).toBe(tiles)
})

test.each([
  [0, 100, 0],
  [25, 100, 0.25],
  [100, 100, 1],
  [150, 100, 1],
  [-5, 100, 0],
  [5, 0, 0],
])('%i of %i is a share of %d', (part, total, share) => {
  expect(fractionOf(part, total)).toBe(share)
})

test.each([
  [2.5, 0, 100],
  [2.5, 1, 100],
  [2.5, 2, 50],
  [2.5, 3, 0],
  [2.1234, 2, 12.3],
])('with %d tiles filled, the one at place %i is filled by %d %%', (filled, place, percent) => {
  expect(fillOf(filled, place)).toBe(percent)
})
