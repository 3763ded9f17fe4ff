import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  COLLECTION_STATUSES,
  CollectionBadge,
  ContributionBadge,
} from '../../../web/components/badge.tsx'

test('a colecta is Abierta in the tone of what is well, or Cerrada in gray', () => {
  const { abierta, cerrada, ...others } = COLLECTION_STATUSES
  expect(abierta).toMatchObject({ label: 'Abierta', tone: 'ok' })
  expect(cerrada).toMatchObject({ label: 'Cerrada', tone: 'mute' })
  expect(others).toEqual({})
  for (const status of ['abierta', 'cerrada'] as const) {
    const { label, tone } = COLLECTION_STATUSES[status]
    const badge = renderToString(createElement(CollectionBadge, { status }))
    expect(badge.replace(/<[^>]*>/g, '')).toBe(label)
    expect(badge).toMatch(new RegExp(`class="[^"]* tone-${tone}"`))
  }
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
