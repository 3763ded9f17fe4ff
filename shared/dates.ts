/*
 * A deadline is a day on the wall calendar of Buenos Aires, not a moment: it stays the text
 * 'YYYY-MM-DD' everywhere, because `new Date('2026-03-05')` is the evening before over there.
 * Moments become days only here, by the zone's name: its offset is for the law to change.
 */
import { DAY } from './time.ts'

/** A calendar day, 'YYYY-MM-DD'. Days compare as text. */
export type Day = string

/** The day it is in Argentina at that moment. */
export function today(now: Date): Day {
  return wallClock(now).day
}

/** True for a day the calendar has: 2026-02-30 is none, nor is a year still being typed (0026). */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text
}

export function addDays(day: Day, days: number): Day {
  return new Date(midnightUtc(day) + days * DAY).toISOString().slice(0, 10)
}

/** Whole days left, 0 from the deadline on (product specification, 9). */
export function daysUntil(deadline: Day, today: Day): number {
  return Math.max(0, (midnightUtc(deadline) - midnightUtc(today)) / DAY)
}

/** The share of a collection's time that has passed, 0 to 1; the deadline's day counts whole. */
export function elapsedShare(createdAt: string, deadline: Day, now: Date): number {
  const start = Date.parse(createdAt)
  const end = startOfDay(addDays(deadline, 1))
  if (end <= start) return 1
  return Math.min(1, Math.max(0, (now.getTime() - start) / (end - start)))
}

/** '2026-11-21' -> '21/11/2026' */
export function formatDay(day: Day): string {
  return day.split('-').reverse().join('/')
}

/** An ISO moment as an Argentine clock shows it: `{ day: '21/11/2026', time: '14:32' }`. */
export function formatMoment(iso: string): { day: string; time: string } {
  const { day, time } = wallClock(new Date(iso))
  return { day: formatDay(day), time }
}

function wallClock(moment: Date): { day: Day; time: string } {
  const part = Object.fromEntries(CLOCK.formatToParts(moment).map((p) => [p.type, p.value]))
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` }
}

const CLOCK = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** The moment a day begins in Argentina, in milliseconds: the midnight of UTC, set right. */
function startOfDay(day: Day): number {
  const guess = midnightUtc(day)
  const shown = wallClock(new Date(guess))
  return guess + (guess - Date.parse(`${shown.day}T${shown.time}Z`))
}

/** Days as numbers, to count with. Date.UTC lets 31 February overflow alike in every engine. */
function midnightUtc(day: Day): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return Date.UTC(year, month - 1, date)
}
