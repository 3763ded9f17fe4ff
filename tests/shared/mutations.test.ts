import { describe, expect, it } from 'vitest'
import { mutations } from '../../shared/mutations/mutations.ts'

/* The earlier changes that a later one supersedes (S7). They are never sent, so one too many would lose data. */
describe('a change', () => {
  const one = { id: '1' }
  const other = { id: '2' }
  const title = { id: '1', changes: { title: 'Uno' } }
  const both = { id: '1', changes: { title: 'Dos', description: 'Otra' } }
  const deadline = { id: '1', changes: { title: 'Dos', deadline: '2026-12-31' } }

  const linked = (ids: string[]) => ({ ids, contributionId: '3' })

  const isSuperseded = (name: string, earlier: object, later: object) =>
    mutations.get(name)?.supersedes?.(later as never, earlier as never)

  it.each([
    ['set-collection-notify', 'the same collection', one, one],
    ['set-collection-status', 'the same collection', one, one],
    ['set-contribution-state', 'the same contribution', one, one],
    ['set-contributions-state', 'these and more', { ids: ['3', '1'] }, { ids: ['1', '2', '3'] }],
    ['link-people', 'these and more, to nobody', linked(['1']), { ids: ['2', '1'] }],
    ['update-collection', 'the same field', title, title],
    ['update-collection', 'this field and more', title, both],
    [
      'edit-person',
      'the same field and more',
      { id: '1', changes: { name: 'Ana' } },
      { id: '1', changes: { name: 'Anita', email: null } },
    ],
    ['update-profile', 'the same profile', {}, {}],
  ])('of %s is superseded by a later one of %s', (name, _what, earlier, later) => {
    expect(isSuperseded(name, earlier, later)).toBe(true)
  })

  it.each([
    ['set-collection-notify', 'another collection', one, other],
    ['set-collection-status', 'another collection', one, other],
    ['set-contribution-state', 'another contribution', one, other],
    ['set-contributions-state', 'some of these', { ids: ['1', '2'] }, { ids: ['1', '3'] }],
    // A later correction may refuse it (S12).
    ['set-contribution-state', 'the same contribution, as seen', one, { ...one, version: 1 }],
    [
      'set-contribution-state',
      'the reason alone, which may be refused',
      one,
      { ...one, isReasonOnly: true },
    ],
    ['set-contributions-state', 'these, as seen', { ids: ['1'] }, { ids: ['1'], versions: [1] }],
    ['set-contributions-state', 'these, undone', { ids: ['1'] }, { ids: ['1'], isUndo: true }],
    ['link-people', 'some of these', linked(['1', '2']), { ids: ['1'] }],
    ['link-people', 'these, to a contribution that may be gone', linked(['1']), linked(['1'])],
    [
      'edit-person',
      'another field',
      { id: '1', changes: { email: null } },
      { id: '1', changes: { phone: null } },
    ],
    ['edit-person', 'another person', { id: '1', changes: {} }, { id: '2', changes: {} }],
    ['update-collection', 'one of its fields', both, title],
    [
      'update-collection',
      'the field without a value',
      title,
      { id: '1', changes: { title: undefined } },
    ],
    ['update-collection', 'another collection', title, { ...title, id: '2' }],
    ['update-collection', 'a deadline, which may be refused', title, deadline],
    ['update-collection', 'another field than its deadline', deadline, both],
  ])('of %s is still sent before a later one of %s', (name, _what, earlier, later) => {
    expect(isSuperseded(name, earlier, later)).toBe(false)
  })

  it.each([
    'add-manual-contribution',
    'add-people',
    'create-collection',
    'create-from-line',
    'delete-collection',
    'delete-contribution',
    'edit-contribution',
    'hide-contributions',
    'keep-statement-key',
    'match-lines',
    'remove-people',
    'restore-collection',
    'restore-contribution',
    'show-contributions',
    'undo-matches',
  ])('of %s is always sent', (name) => {
    expect(mutations.get(name)).toBeDefined()
    expect(mutations.get(name)?.supersedes).toBeUndefined()
  })
})
