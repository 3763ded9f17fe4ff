import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { RefusedChanges } from '../../../web/features/sync/change-lists.tsx'

test.each([
  ['create-collection', 'Error al crear la colecta'],
  ['delete-contribution', 'Error al eliminar el pago'],
  ['update-profile', 'Error al actualizar el perfil'],
  ['set-collection-status', 'Error al actualizar el estado de la colecta'],
])('says of a refused %s that it was not done: %s', (name, failure) => {
  const refusal = { code: 'not-allowed' as const, message: 'Ya no es tuyo.' }
  const change = { id: name, name, args: {}, at: '2026-11-21T17:06:00.000Z', refusal }
  const nothing = () => {}
  const actions = { onRetry: nothing, onDiscard: nothing, onLeave: nothing }
  const list = createElement(RefusedChanges, { changes: [change], ...actions })
  const html = renderToString(createElement(MemoryRouter, null, list)).replaceAll('<!-- -->', '')
  expect(html).toContain(`<strong>${failure}:</strong> ${refusal.message}`)
})
