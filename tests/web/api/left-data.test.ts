import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepKnownUser } from '../../../web/api/known-user.ts'
import { markLeftData } from '../../../web/api/left-data.ts'
import { openPersisted, persistResults } from '../../../web/api/persisted-results.ts'
import { statementStore } from '../../../web/api/statement-store.ts'
import { clearLeftData } from '../../../web/replica/clear-left-data.ts'
import { stubLocalStorage } from '../../support/local-storage.ts'

const MORNING = new Date('2026-03-05T12:00:00Z')
const EVENING = new Date('2026-03-05T23:00:00Z')
let kept: Map<string, string>
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
  key: (index: number) => [...kept.keys()][index] ?? null,
  get length() {
    return kept.size
  },
}
const mark = (present: string | null, now: Date) => markLeftData(present, now, () => storage)

beforeEach(() => {
  kept = new Map([['draft:register', '{}']])
  for (const person of ['lucia', 'bruno']) {
    openPersisted(person, 'a.js', storage)
    const row = { key: `${person} my-totals {}`, answer: 1, error: null, stale: false }
    persistResults(person, 'a.js', [row], storage)
  }
})

afterEach(() => vi.unstubAllGlobals())

it('[S10] replaces the persisted results of ended sessions by a mark, once', () => {
  expect(mark(null, MORNING)).toEqual([
    { personId: 'lucia', since: MORNING },
    { personId: 'bruno', since: MORNING },
  ])
  expect(mark(null, EVENING)).toEqual([
    { personId: 'lucia', since: MORNING },
    { personId: 'bruno', since: MORNING },
  ])
  expect(openPersisted('lucia', 'a.js', storage)).toEqual([])
  expect(kept.get('draft:register')).toBe('{}')
})

it('[S10] makes space for the mark in a full storage', () => {
  const { size } = kept
  const setItem = (name: string, text: string) => {
    if (kept.size >= size) throw new DOMException('full', 'QuotaExceededError')
    kept.set(name, text)
  }
  const left = markLeftData(null, MORNING, () => ({ ...storage, setItem, length: size }))
  expect(left.map(({ personId }) => personId)).toEqual(['lucia', 'bruno'])
  expect([...kept.keys()].filter((name) => name.startsWith('entre-todos-seen'))).toEqual([])
})

it('leaves the persisted results of the signed-in person, and removes the mark of a person who is back', () => {
  expect(mark('bruno', MORNING)).toEqual([{ personId: 'lucia', since: MORNING }])
  expect(openPersisted('bruno', 'a.js', storage)).toEqual([['bruno my-totals {}', 1]])
  expect(mark('lucia', EVENING)).toEqual([{ personId: 'bruno', since: EVENING }])
})

it('finds nothing where the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('SecurityError')
  }
  expect(markLeftData(null, MORNING, refuse)).toEqual([])
})

it.each([
  ['nothing of a person who signs in again', 'lucia', 1],
  ['the statements of a person who is gone', 'bruno', undefined],
])('[S10] deletes %s while another tab still runs the replica', async (_what, id, expected) => {
  stubLocalStorage()
  let endOtherTab = () => {}
  const request = (_name: string, work: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      endOtherTab = resolve
    }).then(work)
  vi.stubGlobal('navigator', { locks: { request } })
  await statementStore('lucia', 'former tab').put('key', 1)
  const clearing = clearLeftData([{ personId: 'lucia', since: MORNING }], EVENING)
  const user = { id, email: 'a@ejemplo.ar', firstName: 'Ana', lastName: 'Sosa', isAdmin: false }
  keepKnownUser(user)
  endOtherTab()
  await clearing
  expect(await statementStore('lucia', 'new tab').get('key')).toBe(expected)
})
