import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  COLLECTION_STATUSES,
  CollectionBadge,
  ContributionBadge,
} from '../../../web/components/badge.tsx'
import { StatusSelect } from '../../../web/components/select.tsx'

test('the badge of a colecta is "Abierta" in green or "Cerrada" in gray', () => {
  const { abierta, cerrada, ...others } = COLLECTION_STATUSES
  expect(abierta).toMatchObject({ label: 'Abierta', tone: 'ok' })
  expect(cerrada).toMatchObject({ label: 'Cerrada', tone: 'mute' })
  expect(others).toEqual({})
  for (const status of ['abierta', 'cerrada'] as const) {
    const { label, tone } = COLLECTION_STATUSES[status]
    const badge = renderToString(createElement(CollectionBadge, { status }))
    expect(badge.replace(/<[^>]*>/g, '')).toBe(label)
    expect(badge).toMatch(new RegExp(`class="[^"]* tone-${tone}"`))
    const props = { label: 'Estado', value: status, looks: COLLECTION_STATUSES, onPick: () => {} }
    const dropDown = renderToString(createElement(StatusSelect, props))
    expect(dropDown).toMatch(new RegExp(`^<span class="[^"]* tone-${tone}`))
  }
  expect([...coloursOf('ok'), ...coloursOf('mute')]).toEqual(['green', 'green', 'gray', 'gray'])
})

test.each([
  ['confirmed', 'Confirmado', 'ok'],
  ['pending', 'Pendiente', 'warn'],
  ['rejected', 'Rechazado', 'bad'],
  ['verified', 'Acreditado', 'primary'],
] as const)('a contribution that is %s reads %s, in its tone', (state, word, tone) => {
  const badge = renderToString(createElement(ContributionBadge, { state }))
  expect(badge.replace(/<[^>]*>/g, '')).toBe(word)
  expect(badge).toMatch(new RegExp(`class="[^"]* tone-${tone}"`))
})

test('pending contributions are yellow, confirmed ones green and rejected ones red', () => {
  const colours = (['warn', 'ok', 'bad'] as const).map((tone) => coloursOf(tone))
  expect(colours).toEqual([
    ['yellow', 'yellow'],
    ['green', 'green'],
    ['red', 'red'],
  ])
})

/** Returns the name of a tone's text colour in the light and in the dark theme. */
function coloursOf(tone: string): string[] {
  const read = (file: string) =>
    readFileSync(new URL(`../../../web/styles/${file}`, import.meta.url), 'utf8')
  const rule = new RegExp(`\\.tone-${tone} \\{[^}]*--soft-ink: var\\((--[\\w-]+)\\)`)
  const [, token = ''] = rule.exec(read('base.css')) ?? []
  const themes = new RegExp(`${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`)
  const [, ...inks] = themes.exec(read('tokens.css')) ?? []
  return inks.map(colourOf)
}

function colourOf(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  )
  const spread = Math.max(red, green, blue) - Math.min(red, green, blue)
  if (spread < 32) return 'gray'
  if (green === Math.max(red, green, blue)) return 'green'
  // Yellow has far more green than blue in it.
  return green - blue > spread / 3 ? 'yellow' : 'red'
}
