import { describe, expect, it } from 'vitest'
import { positionAt, trackOf } from '../../../web/components/row-scroller.tsx'

describe('the track of a list that scrolls', () => {
  const size = { rows: 520, row: 52 }

  it('is as long as the rows that do not fit', () => {
    expect(trackOf(100, size)).toEqual({ length: 90 * 52, lastPosition: 90 })
  })

  it('has no length when every row fits', () => {
    expect(trackOf(10, size)).toEqual({ length: 0, lastPosition: 0 })
    expect(trackOf(3, size)).toEqual({ length: 0, lastPosition: 0 })
  })

  it('stays below what Firefox can show, and still reaches the last row', () => {
    const { length, lastPosition } = trackOf(1_000_000, size)
    expect(length).toBeLessThan(17_000_000)
    expect(lastPosition).toBe(999_990)
  })

  it('has no length until rows were measured', () => {
    expect(trackOf(100, { rows: 0, row: 0 })).toEqual({ length: 0, lastPosition: 0 })
  })
})

describe('the position of a list that scrolls', () => {
  const track = { length: 4_680, lastPosition: 90 }

  it('is the number of rows above the upper edge', () => {
    expect([0, 26, 2_340].map((scrollTop) => positionAt(scrollTop, track))).toEqual([0, 0.5, 45])
  })

  it('is the first or the last row while a browser scrolls beyond it', () => {
    expect([-40, 4_679.5, 4_720].map((scrollTop) => positionAt(scrollTop, track))).toEqual([
      0, 90, 90,
    ])
  })
})
