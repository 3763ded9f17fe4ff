import * as z from 'zod/mini'
import { get } from '../api-call.ts'

/** Runs a named query of shared/queries for a person whose device has no complete replica yet (S10). `args`: JSON. */
export const runQuery = get('/query/:name', {
  input: z.object({ args: z._default(z.string(), '{}') }),
  output: z.unknown(),
})
