import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Meter, Tiles, TimeMeter } from '../../../web/components/progress.tsx'

test.each([
  ['a quarter', 25, 25, 5],
  ['all', 100, 100, 20],
  ['more than all', 250, 100, 20],
])('%s of the total fills as many tiles and as much of the bar', (_, confirmed, percent, full) => {
  const progress = { verified: 0, confirmed, total: 100 }
  const tiles = renderToString(createElement(Tiles, progress))
  expect(tiles.match(/data-confirmed="10"/g)).toHaveLength(full)
  expect(tiles.match(/data-confirmed="0"/g) ?? []).toHaveLength(20 - full)
  const bar = renderToString(createElement(Meter, progress))
  expect(bar).toContain(`--confirmed:${percent}%`)
  for (const shown of [tiles, bar]) {
    expect(shown).toContain(`aria-label="${percent}\u00a0% confirmado, 0\u00a0% acreditado"`)
  }
})

test.each([
  [0, 0],
  [0.25, 25],
  [1, 100],
])('%d of the time fills as much of its bar', (elapsed, percent) => {
  const bar = renderToString(createElement(TimeMeter, { elapsed }))
  expect(bar).toContain(`--elapsed:${percent}%`)
  expect(bar).toContain(`aria-label="Pasó el ${percent}\u00a0% del plazo"`)
})
