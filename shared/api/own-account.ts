import * as z from 'zod/mini'
import { get, post } from '../api-call.ts'
import { accountDeletion, emailChange, ownAccount, passwordChange } from '../user.ts'
import { sessionOutput } from './start.ts'

export const getOwnAccount = get('/account', { output: ownAccount })

/** Ends all sessions (A1), and returns a new one for this device. */
export const changePassword = post('/account/password', {
  input: passwordChange,
  output: sessionOutput,
})

/** Sends a link to the new e-mail. The account has the old one until that link is used (A3). */
export const changeEmail = post('/account/email', { input: emailChange })

export const endSession = post('/account/sessions/end', {
  input: z.object({ id: z.string('Falta la sesión.').check(z.maxLength(100)) }),
})

export const endOtherSessions = post('/account/sessions/end-others')

/** Returns a signed address of a ZIP with all data of the person. */
export const exportAccount = post('/account/export', { output: z.object({ url: z.string() }) })

export const deleteAccount = post('/account/delete', { input: accountDeletion })
