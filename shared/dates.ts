/*
 * Days and times of Buenos Aires. A deadline is a day there and stays a text, because `new Date('2026-03-05')` is the
 * evening before in Buenos Aires. The zone's name is used, because a law may change the offset.
 */
import { DAY } from './time.ts'

/** A calendar day, 'YYYY-MM-DD'. Days compare as text. */
export type Day = string

export function today(now: Date): Day {
  return wallClock(now).day
}

/** True for a day that exists: false for 2026-02-30, and for the year 0026 of a half-typed date. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text
}

export function addDays(day: Day, days: number): Day {
  return new Date(midnightUtc(day) + days * DAY).toISOString().slice(0, 10)
}

/** Returns 0 for a past deadline. */
export function daysUntil(deadline: Day, today: Day): number {
  return Math.max(0, dayNumber(deadline) - dayNumber(today))
}

/** 'Último día', 'Falta 1 día', 'Faltan 9 días' */
export function daysLeft(days: number): string {
  if (days === 0) return 'Último día'
  return days === 1 ? 'Falta 1 día' : `Faltan ${days} días`
}

/** Returns the days from 1970 to a day. */
export function dayNumber(day: Day): number {
  return midnightUtc(day) / DAY
}

/** Returns the elapsed share of the time from creation to the end of the deadline's day, from 0 to 1. */
export function elapsedShare(createdAt: string, deadline: Day, now: Date): number {
  const start = Date.parse(createdAt)
  const end = startOfDay(addDays(deadline, 1))
  if (end <= start) return 1
  return Math.min(1, Math.max(0, (now.getTime() - start) / (end - start)))
}

/** '2026-03-12' -> '12/03/2026' */
export function formatDay(day: Day): string {
  return day.split('-').reverse().join('/')
}

/** '2026-03-12' -> '12/3' */
export function shortDay(day: Day): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date}/${month}`
}

/** '2026-03-12' -> '12 de marzo' */
export function spokenDay(day: Day): string {
  const [, month = 1, date] = day.split('-').map(Number)
  return `${date} de ${MONTHS.split(' ')[month - 1]}`
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'

/** Formats an ISO time in Argentina's zone: `{ day: '21/11/2026', time: '14:32' }`. */
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

/** Returns the start of a day in Argentina, in ms: midnight in UTC, corrected by the offset. */
export function startOfDay(day: Day): number {
  const guess = midnightUtc(day)
  const shown = wallClock(new Date(guess))
  return guess + (guess - Date.parse(`${shown.day}T${shown.time}Z`))
}

/** Converts a day to ms for arithmetic. Date.UTC lets 31 February overflow alike in every engine. */
function midnightUtc(day: Day): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return Date.UTC(year, month - 1, date)
}
