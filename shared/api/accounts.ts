import * as z from 'zod/mini'
import { get, post } from '../api-call.ts'
import {
  emailAddress,
  emailLink,
  newPassword,
  passwordRecovery,
  registration,
  type User,
} from '../user.ts'
import { isUser } from './start.ts'

const account = z.object({ email: z.string() })

export const register = post('/register', { input: registration, output: account })

/** Confirms an e-mail (A3) and signs in. `user` is null if somebody else is signed in: their session stays. */
export const confirmEmail = post('/email/confirm', {
  input: emailLink,
  output: z.object({ email: z.string(), user: z.nullable(z.custom<User>(isUser)) }),
})

export const confirmNewEmail = post('/email/change', { input: emailLink, output: account })

/** Sends the confirmation again. 204 also when there is nothing to send. */
export const resendConfirmation = post('/email/resend', {
  input: z.object({ email: emailAddress('Por favor ingresa tu email primero.') }),
})

/** Sends a recovery link (A3). 204 also without an account. */
export const recoverPassword = post('/password/forgot', { input: passwordRecovery })

/** Returns the e-mail of a recovery link, without using it up (A3). */
export const openRecoveryLink = post('/password/link', { input: emailLink, output: account })

export const resetPassword = post('/password/reset', { input: newPassword, output: account })

export const emailExists = get('/users/exists', {
  input: z.object({ email: emailAddress('Ingresa tu email.') }),
  output: z.object({ exists: z.boolean() }),
})
