import { beforeEach, describe, expect, it } from 'vitest'
import {
  deletePersisted,
  openPersisted,
  persistResults,
} from '../../../web/api/persisted-results.ts'

let kept: Map<string, string>
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
}

beforeEach(() => {
  kept = new Map()
})

describe('persisted results', () => {
  it('are available at the next visit', () => {
    openPersisted('lucia', 'a.js', storage)
    persistResults('lucia', 'a.js', [row('my-totals {}', { collections: 3 })], storage)
    expect(openPersisted('lucia', 'a.js', storage)).toEqual([
      ['lucia my-totals {}', { collections: 3 }],
    ])
  })

  it('are not shown to another person', () => {
    openPersisted('lucia', 'a.js', storage)
    persistResults('lucia', 'a.js', [row('my-totals {}', { collections: 3 })], storage)
    expect(openPersisted('bruno', 'a.js', storage)).toEqual([])
    persistResults('bruno', 'a.js', [row('my-totals {}', { collections: 3 })], storage)
    expect(openPersisted('bruno', 'a.js', storage)).toEqual([])
  })

  it('[S10] are deleted at the sign-out, and not stored again by another tab', () => {
    openPersisted('lucia', 'a.js', storage)
    persistResults('lucia', 'a.js', [row('my-totals {}', 1)], storage)
    deletePersisted('lucia', storage)
    persistResults('lucia', 'a.js', [row('my-totals {}', 1)], storage)
    expect(kept.size).toBe(0)
  })

  it('of another release are ignored', () => {
    openPersisted('lucia', 'a.js', storage)
    persistResults('lucia', 'a.js', [row('my-totals {}', 1)], storage)
    expect(openPersisted('lucia', 'b.js', storage)).toEqual([])
  })

  it('of a tab of an earlier release are not stored for this one', () => {
    openPersisted('lucia', 'a.js', storage)
    openPersisted('lucia', 'b.js', storage)
    persistResults('lucia', 'a.js', [row('my-totals {}', 1)], storage)
    expect(openPersisted('lucia', 'b.js', storage)).toEqual([])
  })

  it('contain no forms, nothing deleted and nothing that was stale already', () => {
    openPersisted('lucia', 'a.js', storage)
    const old = { ...row('my-totals {}', 1), stale: true }
    persistResults(
      'lucia',
      'a.js',
      [row('profile {}', 1), row('collection {}', null), old],
      storage,
    )
    expect(openPersisted('lucia', 'a.js', storage)).toEqual([])
  })

  it('are limited in size: the latest remain', () => {
    openPersisted('lucia', 'a.js', storage)
    for (let id = 0; id < 100; id++) {
      persistResults('lucia', 'a.js', [row(`collection {"id":${id}}`, 'x'.repeat(10_000))], storage)
    }
    const seen = openPersisted('lucia', 'a.js', storage)
    expect(seen.at(-1)?.[0]).toBe('lucia collection {"id":99}')
    expect(seen.length).toBeLessThan(24)
    expect([...kept.values()].join('').length).toBeLessThan(160_000)
  })
})

function row(question: string, answer: unknown) {
  return { key: `lucia ${question}`, answer, stale: false, error: null }
}
