import type { Hono } from 'hono'
import * as accounts from '../../shared/api/accounts.ts'
import type { Context } from '../context.ts'
import { emailExists } from '../domain/credentials.ts'
import { changeEmail } from '../domain/email-change.ts'
import { recoveryOf, resetPassword } from '../domain/password-recovery.ts'
import { confirmEmail, register } from '../domain/registration.ts'
import { trustAddress } from '../domain/sign-in.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { limited } from '../http/limited.ts'
import { renewSession, sessionCookie } from '../http/session.ts'

export function accountRoutes(context: Context): Hono<Env> {
  const { database, limits, mailQueue, sessions, config } = context
  const cookie = sessionCookie(config.secure)
  /** Responds the same, and as fast, whether the account exists or not: the e-mail is composed afterwards. */
  async function sendLink(
    kind: 'confirmation' | 'recovery',
    email: string,
    address: string,
  ): Promise<void> {
    // Requests from unknown addresses must not use up the limit of the person, whose address is known.
    const isKnown = await limits.isCounted('e-mail known at address', email, address)
    const who = isKnown ? [email, 'known'] : [email]
    await limits.count(`${kind} of e-mail`, ...who)
    await limits.count(`${kind} of e-mail in a day`, ...who)
    await mailQueue.add(database, kind, email)
    void mailQueue.wake()
  }
  const fromLink = [limited(context, 'links from address')]
  const requestsEmail = [limited(context, 'messages asked from address')]
  return new ApiRoutes()
    .serve(
      accounts.register,
      [limited(context, 'accounts opened from address')],
      async (c, input) => {
        const person = await input()
        await register(context, person)
        c.status(201)
        return { email: person.email }
      },
    )
    .serve(accounts.confirmEmail, fromLink, async (c, input) => {
      const { token } = await input()
      const { userId, email } = await confirmEmail(context, token)
      // A link must not switch a browser to another account: the session of another person stays.
      const signedIn = c.get('user')
      if (signedIn && signedIn.id !== userId) return { email, user: null }
      const session = await renewSession(c, sessions, userId)
      cookie.write(c, session.token)
      await trustAddress(limits, email, c.get('address'))
      return { email, user: session.user }
    })
    .serve(accounts.confirmNewEmail, fromLink, async (c, input) => {
      const { token } = await input()
      return changeEmail(context, token, c.get('sessionToken') ?? '')
    })
    .serve(accounts.resendConfirmation, requestsEmail, async (c, input) => {
      const { email } = await input()
      await sendLink('confirmation', email, c.get('address'))
    })
    .serve(accounts.recoverPassword, requestsEmail, async (c, input) => {
      const { email } = await input()
      await sendLink('recovery', email, c.get('address'))
    })
    .serve(accounts.openRecoveryLink, fromLink, async (_, input) => {
      const { token } = await input()
      return recoveryOf(context, token)
    })
    .serve(accounts.resetPassword, fromLink, async (c, input) => {
      const changed = await resetPassword(context, await input())
      await trustAddress(limits, changed.email, c.get('address'))
      return changed
    })
    .serve(accounts.emailExists, [limited(context, 'look-ups from address')], async (_, input) => {
      const { email } = await input()
      return { exists: await emailExists(database, email) }
    })
}
