/* Reads the days of a statement. Banks write 03/04/2026, 03-04-26, 2026-04-03 10:46, 3-abr-2026 and serial numbers. */
import { addDays, type Day, isDay, today } from '../dates.ts'
import type { Cell } from './cell.ts'

export type DayOrder = 'day-first' | 'month-first'

/**
 * Returns the order of day and month in a column. Day first, unless a second part is over 12; `isUnsure` when every
 * value could be read either way and the two readings differ.
 */
export function dayOrderOf(values: readonly Cell[]): { order: DayOrder; isUnsure: boolean } {
  let dayFirst = 0
  let monthFirst = 0
  let either = 0
  for (const value of values) {
    const parts = typeof value === 'string' ? PARTS.exec(value.trim())?.groups : undefined
    if (!parts) continue
    const [one, two] = [Number(parts.one), Number(parts.two)]
    if (one > 12) dayFirst += 1
    else if (two > 12) monthFirst += 1
    else if (one !== two) either += 1
  }
  const order = monthFirst > dayFirst ? 'month-first' : 'day-first'
  return { order, isUnsure: dayFirst === 0 && monthFirst === 0 && either > 0 }
}

/** Returns the day of a cell, in Buenos Aires where the cell names a time zone; null when it is not a day. */
export function readDay(cell: Cell | undefined, order: DayOrder): Day | null {
  if (cell instanceof Date) {
    return Number.isNaN(cell.getTime()) ? null : existing(cell.toISOString().slice(0, 10))
  }
  if (typeof cell === 'number') return ofSerial(cell)
  if (typeof cell !== 'string') return null

  const text = cell.trim()
  const iso = ISO.exec(text)?.groups
  if (iso) return ofIso(text, iso)
  const parts = PARTS.exec(text)?.groups
  if (parts) {
    const { one, two, year } = parts
    return order === 'day-first' ? dayOf(year, two, one) : dayOf(year, one, two)
  }
  const named = NAMED.exec(text)?.groups
  if (!named) return null
  const month = MONTHS[(named.month ?? '').slice(0, 3).toLowerCase()]
  return dayOf(named.year, month, named.date)
}

/** Returns true for a day in either order: a cell alone does not prove one. */
export function isDayCell(cell: Cell | undefined): boolean {
  return readDay(cell, 'day-first') !== null || readDay(cell, 'month-first') !== null
}

const TIME = String.raw`(?:[ ,T]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]\.?\s?m\.?)?(?:\s*hs?\.?)?)?`
const WEEKDAY = String.raw`(?:\p{L}{2,9}[.,]?\s+)?`

const ISO =
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})(?:[T ]+(?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?<zone>Z|[+-]\d{2}:?\d{2})?)?$|^(?<year8>20\d{2})(?<month8>\d{2})(?<date8>\d{2})$/i
const PARTS = new RegExp(
  String.raw`^${WEEKDAY}(?<one>\d{1,2})[-/. ](?<two>\d{1,2})[-/. ](?<year>\d{4}|\d{2})${TIME}$`,
  'iu',
)
const NAMED = new RegExp(
  String.raw`^${WEEKDAY}(?<date>\d{1,2})(?:[-/ .]| de )+(?<month>\p{L}{3,10})\.?(?:[-/ .,]| de )+(?<year>\d{4}|\d{2})${TIME}$`,
  'iu',
)

const MONTHS: Readonly<Record<string, string>> = {
  ene: '1',
  feb: '2',
  mar: '3',
  abr: '4',
  may: '5',
  jun: '6',
  jul: '7',
  ago: '8',
  sep: '9',
  set: '9',
  oct: '10',
  nov: '11',
  dic: '12',
  jan: '1',
  apr: '4',
  aug: '8',
  dec: '12',
}

function ofIso(text: string, parts: Record<string, string>): Day | null {
  const literal = dayOf(
    parts.year ?? parts.year8,
    parts.month ?? parts.month8,
    parts.date ?? parts.date8,
  )
  // A bank without the time of a movement writes midnight, which in Buenos Aires would be the evening before.
  if (!literal || !parts.zone || /^0?0:00(?::00(?:[.,]0+)?)?$/.test(parts.time ?? ''))
    return literal
  const withHour = text.replace(/[\sT]+(?=\d:)/i, 'T0') // An hour needs two digits.
  const moment = new Date(withHour.replace(/\s+/, 'T').replaceAll('/', '-').replace(',', '.'))
  return Number.isNaN(moment.getTime()) ? literal : today(moment)
}

/** Returns the day; null when it does not exist, or when its month is unknown. */
function dayOf(year = '', month = '', date = ''): Day | null {
  const full = year.length === 2 ? `20${year}` : year
  return existing(`${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

function existing(day: Day): Day | null {
  return day >= '1990' && day < '2100' && isDay(day) ? day : null
}

/** Excel counts days from 30 December 1899; 36526 is the first day of 2000 and 73050 the last of 2099. */
function ofSerial(serial: number): Day | null {
  if (!(serial >= 36_526 && serial < 73_051)) return null
  return addDays('1899-12-30', Math.floor(serial))
}
