import * as z from 'zod/mini'

const text = z.optional(z.tuple([z.nullable(z.string()), z.nullable(z.string())]))

/** One correction of a contribution: [before, after] of each changed field (S12). */
export const correction = z.object({
  at: z.string(), // ISO 8601
  by: z.enum(['guest', 'organiser']),
  amount: z.optional(z.tuple([z.number(), z.number()])),
  contributorName: text,
  contributorEmail: text,
  message: text,
  receipt: text, // names of files
  isWithdrawn: z.optional(z.tuple([z.boolean(), z.boolean()])),
})
export type Correction = z.infer<typeof correction>

/** A guest may not correct a contribution more often. An organiser may: the latest corrections are listed. */
export const MOST_CORRECTIONS = 20
