import * as z from 'zod/mini'
import type { Day } from './dates.ts'
import type { Centavos } from './money.ts'

/** The periods that an administrator can choose, in days. The first is the default. */
export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]

const WRONG_PERIOD = `El período debe ser de ${PERIODS.join(', ')} días.`

/** The query of `GET /admin/statistics`. */
export const statisticsRequest = z.object({
  days: z._default(
    z
      .pipe(z.string(), z.transform(Number))
      .check(z.refine((days) => PERIODS.some((period) => period === days), WRONG_PERIOD)),
    7,
  ),
})

/** What was made in a time; what was deleted since is left out. */
export interface Counts {
  users: number
  collections: number
  /** The sum of what those collections want to collect. */
  collectionsAmount: Centavos
  contributions: number
  contributionsAmount: Centavos
}

/** A period's days in Buenos Aires, today the first, none left out. */
export interface Statistics {
  total: Counts
  days: (Counts & { day: Day })[]
}
