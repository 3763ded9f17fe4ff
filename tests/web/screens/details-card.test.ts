import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Collection } from '../../../shared/collection.ts'
import { DetailsCard } from '../../../web/screens/collection/details-card.tsx'

/** Changed on another day than it was created on. */
const COLLECTION = {
  title: 'Regalo para la seño Marta',
  description: 'Para el acto',
  suggestedAmount: 15_000_00,
  totalAmount: 900_000_50,
  deadline: '2026-12-05',
  bankAccount: '0070999000000000000178',
  accountIdentifier: 'Lucía Fernández',
  cantidadPersonas: 1_060,
  status: 'abierta',
  closesAlone: false,
  uniqueCents: false,
  createdAt: '2026-11-02T01:30:00.000Z',
  updatedAt: '2026-11-21T17:41:12.000Z',
} as Collection

const SHOWN = {
  'Identificador de cuenta': 'Lucía Fernández',
  'Monto sugerido': '$\u00a015.000',
  'Total a colectar': '$\u00a0900.000,50',
  'Fecha límite': '05/12/2026',
  'Cantidad de personas': '1.060',
  'Creada el': '01/11/2026',
}

test('the details have the day of creation, whenever the colecta was changed', () => {
  expect(factsOf(COLLECTION)).toEqual(SHOWN)
  expect(factsOf({ ...COLLECTION, updatedAt: null })).toEqual(SHOWN)
})

test('the details list the automatic actions of an open colecta', () => {
  const busy = { ...COLLECTION, closesAlone: true, uniqueCents: true }
  expect(factsOf(busy)).toEqual({
    ...SHOWN,
    'Monto sugerido': '$\u00a015.000 · Uno distinto por persona',
    'Fecha límite': '05/12/2026 · Cierra sola ese día',
  })
  expect(factsOf({ ...busy, status: 'cerrada' })['Fecha límite']).toBe('05/12/2026')
})

function factsOf(collection: Collection): Record<string, string> {
  const card = renderToString(createElement(DetailsCard, { collection }))
  expect(textOf(card)).toMatch(/^DetallesCBU.*0070 9990 0000 0000 0001 78CopiarPara el acto/)
  const facts = card.matchAll(/<dt[^>]*>(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs)
  return Object.fromEntries([...facts].map(([, label = '', value = '']) => [label, textOf(value)]))
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, '')
