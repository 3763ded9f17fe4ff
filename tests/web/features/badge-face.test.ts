import { expect, it } from 'vitest'
import { badgeFace } from '../../../web/features/sync/sync-badge.tsx'
import type { SyncChange, SyncView } from '../../../web/features/sync/sync-view.ts'
import { OPENING } from '../../../web/replica/replica-state.ts'

const waiting: SyncChange = { id: 'a', name: 'update-profile', args: {}, at: '', refusal: null }
const refused: SyncChange = { ...waiting, refusal: { code: 'not-allowed', message: 'No.' } }

it.each<[string, Partial<SyncView>]>([
  ['Al día', {}],
  ['2 cambios por enviar', { changes: [waiting, waiting] }],
  ['2 cambios por enviar', { changes: [waiting, waiting], replica: 'filling' }],
  ['Sin conexión', { connection: 'offline' }],
  ['Sin conexión · 2 cambios por enviar', { connection: 'offline', changes: [waiting, waiting] }],
  ['Sesión terminada · 1 cambio por enviar', { connection: 'signed-out', changes: [waiting] }],
  ['1 con problemas', { connection: 'offline', changes: [waiting, refused] }],
  ['Abriendo…', { replica: 'empty', connection: 'starting' }],
  ['Sin conexión', { replica: 'empty', connection: 'starting', online: false }],
  ['Sin conexión', { connection: 'starting', online: false }],
  ['Al día', { online: false }],
  ['Preparando…', { replica: 'filling' }],
  ['Conectando…', { connection: 'starting' }],
  ['Sin copia', { replica: 'none' }],
])('says "%s" of %j', (text, standing) => {
  expect(badgeFace(viewOf(standing)).text).toBe(text)
})

it('has the look of an error only when a change was refused', () => {
  for (const connection of ['starting', 'live', 'offline', 'signed-out'] as const) {
    const look = (changes: SyncChange[]) => badgeFace(viewOf({ connection, changes })).look
    expect(look([waiting])).not.toBe('bad')
    expect(look([waiting, refused])).toBe('bad')
  }
})

function viewOf(standing: Partial<SyncView>): SyncView {
  return {
    ...OPENING,
    replica: 'ready',
    connection: 'live',
    changes: [],
    online: true,
    retry() {},
    discard() {},
    rebuild() {},
    ...standing,
  }
}
