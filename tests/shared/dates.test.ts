import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  addDays,
  daysUntil,
  elapsedShare,
  formatDay,
  formatMoment,
  isDay,
  shortDay,
  spokenDay,
  today,
} from '../../shared/dates.ts'

const day = fc
  .date({ min: new Date('2010-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the day in Argentina', () => {
  it('changes at three in the morning of UTC, in summer and in winter', () => {
    expect(today(new Date('2026-01-10T02:59:59.999Z'))).toBe('2026-01-09')
    expect(today(new Date('2026-01-10T03:00:00Z'))).toBe('2026-01-10')
    expect(today(new Date('2026-07-10T02:59:59.999Z'))).toBe('2026-07-09')
    expect(today(new Date('2026-07-10T03:00:00Z'))).toBe('2026-07-10')
  })

  it('changes the year at midnight in Argentina', () => {
    expect(today(new Date('2027-01-01T01:00:00Z'))).toBe('2026-12-31')
  })

  it('begins, for every day, at that day’s midnight', () => {
    fc.assert(
      fc.property(day, (day) => {
        const midnight = Date.parse(`${day}T00:00:00-03:00`)
        expect(today(new Date(midnight))).toBe(day)
        expect(today(new Date(midnight - 1))).toBe(addDays(day, -1))
        expect(formatMoment(new Date(midnight).toISOString()).time).toBe('00:00')
      }),
    )
  })
})

describe('a calendar day', () => {
  test.each(['2026-11-21', '2028-02-29', '2000-02-29', '2026-12-31'])('%s is one', (text) => {
    expect(isDay(text)).toBe(true)
  })

  test.each([
    '2026-02-30',
    '2027-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0026-03-05',
    '2026-3-5',
    '05/03/2026',
    '2026-03-05T00:00:00Z',
    ' 2026-03-05',
    'x2026-03-05',
    '2026-03-05\n',
    '+026-03-05',
    '',
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false)
  })

  it('is computed across the ends of months and in leap years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  it('is the same after adding and subtracting days, and the difference is counted right', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 3000 }), (day, days) => {
        const later = addDays(day, days)
        expect(isDay(later)).toBe(true)
        expect(addDays(later, -days)).toBe(day)
        expect(daysUntil(later, day)).toBe(days)
        expect(daysUntil(day, later)).toBe(0)
      }),
    )
  })
})

describe('the time of a collection', () => {
  const createdAt = '2026-11-01T03:00:00.000Z' // midnight in Buenos Aires
  const deadline = '2026-11-10'

  it('starts at its creation and ends when the deadline’s day is over', () => {
    expect(elapsedShare(createdAt, deadline, new Date(createdAt))).toBe(0)
    expect(elapsedShare(createdAt, deadline, new Date('2026-11-06T03:00:00Z'))).toBe(0.5)
    expect(elapsedShare(createdAt, deadline, new Date('2026-11-11T02:59:59Z'))).toBeLessThan(1)
    expect(elapsedShare(createdAt, deadline, new Date('2026-11-11T03:00:00Z'))).toBe(1)
  })

  it('stays between nothing and all, whatever the clocks say', () => {
    expect(elapsedShare(createdAt, deadline, new Date('2026-10-01T00:00:00Z'))).toBe(0)
    expect(elapsedShare(createdAt, deadline, new Date('2030-01-01T00:00:00Z'))).toBe(1)
    expect(elapsedShare(createdAt, '2026-10-01', new Date(createdAt))).toBe(1)
    const end = '2026-11-11T03:00:00.000Z'
    expect(elapsedShare(end, deadline, new Date(end))).toBe(1)
  })
})

describe('a date on screen', () => {
  it('reads day, month, year', () => {
    expect(formatDay('2026-03-05')).toBe('05/03/2026')
    expect(shortDay('2026-03-05')).toBe('5/3')
    expect(spokenDay('2026-12-05')).toBe('5 de diciembre')
  })

  it('shows a moment on the 24-hour clock of Buenos Aires', () => {
    expect(formatMoment('2026-11-21T17:32:05.123Z')).toEqual({ day: '21/11/2026', time: '14:32' })
    expect(formatMoment('2026-03-06T03:05:00Z')).toEqual({ day: '06/03/2026', time: '00:05' })
    expect(formatMoment('2026-03-06T02:59:00Z')).toEqual({ day: '05/03/2026', time: '23:59' })
  })
})
