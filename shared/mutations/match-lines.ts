import * as z from 'zod/mini'
import { namedMutation } from '../named-mutation.ts'
import { manyMatches } from '../statement-match.ts'
import { moment } from '../validation.ts'
import { addMatches } from './statement-matches.ts'

/** Stores which statement lines pay which contributions, and marks these as verified. */
export const matchLines = namedMutation({
  name: 'match-lines',
  args: z.object({
    matches: manyMatches,
    /** Time by the device's clock. Matches that were confirmed together, in several mutations, have the same. */
    confirmedAt: z.optional(moment),
  }),
  run: (tx, { matches, confirmedAt }, actor) => addMatches(tx, matches, actor, confirmedAt),
})
