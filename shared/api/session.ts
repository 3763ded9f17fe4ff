import * as z from 'zod/mini'
import { post } from '../api-call.ts'
import { credentials } from '../user.ts'
import { sessionOutput } from './start.ts'

/** Signs in with e-mail and password (A1). */
export const signIn = post('/login', {
  input: z.extend(credentials, {
    session: z._default(
      z.enum(['cookie', 'bearer'], 'session debe ser cookie o bearer.'),
      'cookie',
    ),
  }),
  output: sessionOutput,
})

const REFUSED = 'Error al procesar la autenticación. Intenta nuevamente.'
const whereTo = z.object({ returnTo: z.nullable(z.string()) })

/** Finishes a sign-in with Google (A4). */
export const signInWithGoogle = post('/login/oauth', {
  input: z.object({
    code: z.string(REFUSED).check(z.minLength(1, REFUSED), z.maxLength(2_000, REFUSED)),
    state: z.string(REFUSED).check(z.minLength(1, REFUSED), z.maxLength(200, REFUSED)),
  }),
  output: { parse: (value) => ({ ...sessionOutput.parse(value), ...whereTo.parse(value) }) },
})
