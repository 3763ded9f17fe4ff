import * as z from 'zod/mini'
import { namedMutation } from '../named-mutation.ts'
import { manyMatches } from '../statement-match.ts'
import { addMatches } from './statement-matches.ts'

export const matchLines = namedMutation({
  name: 'match-lines',
  args: z.object({ matches: manyMatches }),
  run: (tx, { matches }, actor) => addMatches(tx, matches, actor),
})
