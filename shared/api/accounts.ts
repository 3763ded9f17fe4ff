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

/** Creates an account, and sends the link that confirms its e-mail (A3). */
export const register = post('/register', { input: registration, output: account })

/** Confirms an e-mail (A3) and signs in. `user` is null if somebody else is signed in: their session stays. */
export const confirmEmail = post('/email/confirm', {
  input: emailLink,
  output: z.object({ email: z.string(), user: z.nullable(z.custom<User>(isUser)) }),
})

/** Finishes a change of e-mail by the link that was sent to the new one (A3). */
export const confirmNewEmail = post('/email/change', { input: emailLink, output: account })

/** Sends the confirmation again. 204 also when there is nothing to send. */
export const resendConfirmation = post('/email/resend', {
  input: z.object({ email: emailAddress('Por favor ingresa tu email primero.') }),
})

/** Sends a recovery link (A3). 204 also without an account. */
export const recoverPassword = post('/password/forgot', { input: passwordRecovery })

/** Returns the e-mail of a recovery link, without using it up (A3). */
export const openRecoveryLink = post('/password/link', { input: emailLink, output: account })

/** Sets a new password by a recovery link (A3). Ends all sessions (A1). */
export const resetPassword = post('/password/reset', { input: newPassword, output: account })

/** Returns whether an account has this e-mail. Look-ups are limited by address (A5). */
export const emailExists = get('/users/exists', {
  input: z.object({ email: emailAddress('Ingresa tu email.') }),
  output: z.object({ exists: z.boolean() }),
})
