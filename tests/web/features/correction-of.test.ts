import { expect, it } from 'vitest'
import type { ErrorCode } from '../../../shared/errors.ts'
import {
  canBeRetried,
  closedCollectionOf,
  correctionOf,
} from '../../../web/features/sync/correction.ts'
import type { RefusedChange } from '../../../web/features/sync/sync-view.ts'

it.each([
  ['create-collection', { id: 'rifa' }, '/colecta/new'],
  ['update-collection', { id: 'rifa', changes: {} }, '/colecta/rifa/edit'],
  ['add-manual-contribution', { id: 'a', collectionId: 'rifa' }, '/colecta/rifa/aportar'],
  ['update-profile', {}, '/profile/edit'],
])('[S9] sends %s to its own form, told which change it corrects', (name, args, to) => {
  const change = refused(name, args, 'invalid-input')
  expect(correctionOf(change)).toEqual({
    to,
    state: { correcting: 'change', name, args, code: 'invalid-input' },
  })
})

it('offers no form for a change without one, or when a correction would not help', () => {
  expect(correctionOf(refused('set-contribution-state', { id: 'a' }, 'invalid-input'))).toBe(null)
  expect(correctionOf(refused('update-collection', { id: 'rifa' }, 'not-found'))).toBe(null)
  expect(correctionOf(refused('update-collection', null, 'invalid-input'))).toBe(null)
})

it('offers no retry of a decision about a contribution that was corrected since', () => {
  const decision = (code: ErrorCode) => refused('set-contribution-state', { id: 'a' }, code)
  expect(canBeRetried(decision('conflict'))).toBe(false)
  expect(canBeRetried(decision('not-found'))).toBe(true)
  const reason = { id: 'a', isReasonOnly: true }
  expect(canBeRetried(refused('set-contribution-state', reason, 'conflict'))).toBe(true)
  expect(canBeRetried(refused('match-lines', { matches: [] }, 'conflict'))).toBe(true)
})

it('leads to the collection that is closed, and to no other', () => {
  const args = { id: 'a', collectionId: 'rifa' }
  const change = (code: ErrorCode) => refused('add-manual-contribution', args, code)
  expect(closedCollectionOf(change('collection-closed'))).toBe('/colecta/rifa')
  expect(closedCollectionOf(change('not-found'))).toBe(null)
})

function refused(name: string, args: unknown, code: ErrorCode): RefusedChange {
  return { id: 'change', name, args, at: '', refusal: { code, message: 'No.' } }
}
