import type { Day } from '../dates.ts'
import { DAY } from '../time.ts'

/** Returns a function that gives the days from 1970 to a day, and remembers them: a statement has few. */
export function dayNumbers(): (day: Day) => number {
  const known = new Map<Day, number>()
  return (day) => {
    let number = known.get(day)
    if (number === undefined) {
      number = Math.round(Date.parse(day) / DAY)
      known.set(day, number)
    }
    return number
  }
}
