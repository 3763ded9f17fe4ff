import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ListPager } from '../../../web/features/lists/list-pager.tsx'

test.each([
  [1, 'Mostrando 1 a 1 de 1 aporte'],
  [2, 'Mostrando 1 a 2 de 2 aportes'],
  [12_345, 'Mostrando 12.341 a 12.345 de 12.345 aportes'],
])('counts %i in words', (total, words) => {
  expect(lastPageOf(total)).toContain(`>${words}<`)
})

function lastPageOf(total: number): string {
  const page = Math.ceil(total / 10)
  return renderToString(
    createElement(ListPager, {
      page,
      perPage: 10,
      shown: total - (page - 1) * 10,
      total,
      noun: 'aportes',
      nounOfOne: 'aporte',
      onPage: () => {},
    }),
  )
}
