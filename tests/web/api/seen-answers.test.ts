import { beforeEach, describe, expect, it } from 'vitest'
import { forgetSeen, keepSeen, openSeen } from '../../../web/api/seen-answers.ts'

let kept: Map<string, string>
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
}

beforeEach(() => {
  kept = new Map()
})

describe('cached answers', () => {
  it('is there at the next visit', () => {
    openSeen('lucia', 'a.js', storage)
    keepSeen('lucia', [row('my-totals {}', { collections: 3 })], storage)
    expect(openSeen('lucia', 'a.js', storage)).toEqual([['lucia my-totals {}', { collections: 3 }]])
  })

  it('are not shown to another person', () => {
    openSeen('lucia', 'a.js', storage)
    keepSeen('lucia', [row('my-totals {}', { collections: 3 })], storage)
    expect(openSeen('bruno', 'a.js', storage)).toEqual([])
    keepSeen('bruno', [row('my-totals {}', { collections: 3 })], storage)
    expect(openSeen('bruno', 'a.js', storage)).toEqual([])
  })

  it('[S10] goes with whoever signs out, and does not come back from another tab', () => {
    openSeen('lucia', 'a.js', storage)
    keepSeen('lucia', [row('my-totals {}', 1)], storage)
    forgetSeen('lucia', storage)
    keepSeen('lucia', [row('my-totals {}', 1)], storage)
    expect(kept.size).toBe(0)
  })

  it('is not what another release kept', () => {
    openSeen('lucia', 'a.js', storage)
    keepSeen('lucia', [row('my-totals {}', 1)], storage)
    expect(openSeen('lucia', 'b.js', storage)).toEqual([])
  })

  it('holds no forms, nothing that is gone and nothing that was old already', () => {
    openSeen('lucia', 'a.js', storage)
    const old = { ...row('my-totals {}', 1), stale: true }
    keepSeen('lucia', [row('profile {}', 1), row('collection {}', null), old], storage)
    expect(openSeen('lucia', 'a.js', storage)).toEqual([])
  })

  it('stays small: the latest remain', () => {
    openSeen('lucia', 'a.js', storage)
    for (let id = 0; id < 100; id++) {
      keepSeen('lucia', [row(`collection {"id":${id}}`, 'x'.repeat(10_000))], storage)
    }
    const seen = openSeen('lucia', 'a.js', storage)
    expect(seen.at(-1)?.[0]).toBe('lucia collection {"id":99}')
    expect(seen.length).toBeLessThan(24)
    expect([...kept.values()].join('').length).toBeLessThan(160_000)
  })
})

function row(question: string, answer: unknown) {
  return { key: `lucia ${question}`, answer, stale: false, error: null }
}
