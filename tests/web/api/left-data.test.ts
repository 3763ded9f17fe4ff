import { beforeEach, expect, it } from 'vitest'
import { markLeftData } from '../../../web/api/left-data.ts'
import { openPersisted, persistResults } from '../../../web/api/persisted-results.ts'

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
