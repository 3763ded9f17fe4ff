import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ListPager } from '../../../web/features/lists/list-pager.tsx'

test.each([
  [1, 'Mostrando 1 a 1 de 1 aporte'],
  [2, 'Mostrando 1 a 2 de 2 aportes'],
])('counts %i in words', (total, words) => {
  expect(pagerOf(total)).toContain(`>${words}<`)
})

function pagerOf(total: number): string {
  return renderToString(
    createElement(ListPager, {
      page: 1,
      perPage: 10,
      shown: total,
      total,
      noun: 'aportes',
      nounOfOne: 'aporte',
      onPage: () => {},
    }),
  )
}
