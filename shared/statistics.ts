import * as z from 'zod/mini'

/** The periods that an administrator can choose, in days. The first is the default. */
export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]

const WRONG_PERIOD = `El período debe ser de ${PERIODS.join(', ')} días.`

export const statisticsRequest = z.object({
  days: z._default(
    z
      .pipe(z.string(), z.transform(Number))
      .check(z.refine((days) => PERIODS.some((period) => period === days), WRONG_PERIOD)),
    7,
  ),
})

/** Users and collections created, and contributions paid, in a period, without those deleted since. */
const counts = z.object({
  users: z.number(),
  collections: z.number(),
  collectionsAmount: z.number(),
  contributions: z.number(),
  contributionsAmount: z.number(), // in centavos
})
export type Counts = z.infer<typeof counts>

/** Counts for administrators (A8). */
export const statistics = z.object({
  total: counts,
  days: z.array(z.extend(counts, { day: z.string() })),
})
export type Statistics = z.infer<typeof statistics>
