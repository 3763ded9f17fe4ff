import * as z from 'zod/mini'
import { post } from '../api-call.ts'
import { pushAnswer } from '../sync.ts'
import { id } from '../validation.ts'

const MOST_AT_ONCE = 100

/** Pushes mutations of a replica, in order (S7). A refused mutation is an outcome, not an error of the request. */
export const pushMutations = post('/sync/mutations', {
  input: z.object({
    /** The cursor of the last response, while its mutations wait in the outbox for their batch (S8). */
    answered: z.optional(z.string()),
    mutations: z
      .array(
        z.object({
          id,
          name: z.string().check(z.maxLength(100)),
          args: z.unknown(),
          version: z.optional(z.int().check(z.positive())),
        }),
        'mutations debe ser una lista.',
      )
      .check(z.maxLength(MOST_AT_ONCE, `Se pueden enviar hasta ${MOST_AT_ONCE} cambios a la vez.`)),
  }),
  output: pushAnswer,
})
