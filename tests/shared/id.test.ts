import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { idEndingOf, isId, newId, shortCode } from '../../shared/id.ts'

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
const many = (count: number) => Array.from({ length: count }, newId)

afterEach(() => vi.useRealTimers())

describe('a new id', () => {
  it('is a UUID of version 7 that holds the time of its making', () => {
    const before = Date.now()
    const id = newId()
    expect(isId(id)).toBe(true)
    expect(id).toMatch(/^.{14}7.{4}[89ab]/)
    // The counter may have carried the time a few milliseconds ahead in an earlier test.
    expect(Math.abs(timeOf(id) - before)).toBeLessThan(1000)
  })

  it('sorts behind all earlier ones, many a millisecond', () => {
    const ids = many(20_000)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('sorts behind earlier ones also while the clock stands still or is set back', () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 })
    const still = many(10_000)
    vi.setSystemTime(Date.now() - 30_000)
    const ids = [...still, ...many(10_000)]
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('keeps its time for every count of a millisecond, then takes the next', () => {
    const later = Date.now() + 120_000
    vi.useFakeTimers({ now: later })
    // The counter then starts at 0x7ff and ends at 0xfff.
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) })
    const times = many(2_050).map(timeOf)
    vi.unstubAllGlobals()
    expect(times.slice(0, 2_049).every((time) => time === later)).toBe(true)
    expect(times.at(-1)).toBe(later + 1)
  })

  it('needs no crypto.randomUUID, which plain http does not have', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    expect(isId(newId())).toBe(true)
    vi.unstubAllGlobals()
  })
})

describe('an id', () => {
  it('may be of any version', () => {
    expect(isId('3f0c6f1e-5b2a-4c1d-9e8f-0123456789ab')).toBe(true)
  })

  test.each([
    '',
    'new',
    '3F0C6F1E-5B2A-4C1D-9E8F-0123456789AB',
    '3f0c6f1e5b2a4c1d9e8f0123456789ab',
    '{3f0c6f1e-5b2a-4c1d-9e8f-0123456789ab}',
    '03f0c6f1e-5b2a-4c1d-9e8f-0123456789ab',
    '3f0c6f1e-5b2a-4c1d-9e8f-0123456789ab\n',
    "3f0c6f1e-5b2a-4c1d-9e8f-0123456789ab' or 1=1",
  ])('is not %j', (text) => {
    expect(isId(text)).toBe(false)
  })
})

describe('a short code', () => {
  it('is the end of the id, and leads back to it', () => {
    const ids = ['00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff']
    for (const id of [...ids, ...many(500)]) {
      expect(shortCode(id)).toMatch(/^[0-9a-hjkmnp-tv-z]{8}$/)
      expect(idEndingOf(shortCode(id))).toBe(id.slice(-10))
    }
    expect(shortCode('01a1fd4d-23d0-739d-b41f-4c0c2d168e64')).toBe('1gphd3k4')
  })

  it('may be typed in capitals, with O for 0 and I or L for 1', () => {
    expect(idEndingOf('1GPHD3K4')).toBe('0c2d168e64')
    expect(idEndingOf('IOlo1010')).toBe(idEndingOf('10101010'))
  })

  it.each(['', '1gphd3k', '1gphd3k45', '1gphd3ku', '1gphd3k-', '1gphd3k\u00e1', '../login'])(
    'is not %j',
    (text) => {
      expect(idEndingOf(text)).toBeNull()
    },
  )
})
