import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  emailAddress,
  emailLink,
  newPassword,
  passwordRecovery,
  registration,
} from '../../shared/user.ts'
import { parse } from '../../shared/validation.ts'
import type { Context } from '../context.ts'
import { emailExists } from '../domain/credentials.ts'
import { changeEmail } from '../domain/email-change.ts'
import { confirmEmail } from '../domain/email-confirmation.ts'
import type { Letter } from '../domain/letters.ts'
import { recoveryOf, resetPassword } from '../domain/password-recovery.ts'
import { register } from '../domain/registration.ts'
import { trustAddress } from '../domain/sign-in.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { limited } from '../http/limited.ts'

/**
 * Registration, confirmation of the e-mail address, and recovery of the password.
 * `POST /register` 201 `{email}` · `POST /email/confirm` `{token}` -> `{email}` ·
 * `POST /email/change` `{token}` -> `{email}`, ends the person's other sessions ·
 * `POST /email/resend` `{email}` 204, also when there is nothing to send ·
 * `POST /password/forgot` `{email}` 204, also without an account · `POST /password/link` `{token}` ->
 * `{email}`, uses nothing up · `POST /password/reset` `{token, password}` -> `{email}` ·
 * `GET /users/exists?email=` -> `{exists}`
 */
export function accountRoutes(context: Context): Hono<Env> {
  const { database, limits, mailQueue, sessions } = context
  /** Responds the same, and as fast, whether the account exists or not: the e-mail is written afterwards. */
  async function post(
    letter: Letter & ('confirmation' | 'recovery'),
    email: string,
    address: string,
  ): Promise<void> {
    // Requests from unknown addresses must not use up the limit of the person, whose address is known.
    const isKnown = await limits.isCounted('e-mail known at address', email, address)
    const who = isKnown ? [email, 'known'] : [email]
    await limits.count(`${letter} of e-mail`, ...who)
    await limits.count(`${letter} of e-mail in a day`, ...who)
    await mailQueue.add(database, letter, email)
    void mailQueue.wake()
  }
  return new Hono<Env>()
    .post('/register', limited(context, 'accounts opened from address'), async (c) => {
      const person = await jsonBody(c, registration)
      await register(context, person)
      return c.json({ email: person.email }, 201)
    })
    .post('/email/confirm', limited(context, 'links from address'), async (c) => {
      const { token } = await jsonBody(c, emailLink)
      return c.json(await confirmEmail(context, token))
    })
    .post('/email/change', limited(context, 'links from address'), async (c) => {
      const { token } = await jsonBody(c, emailLink)
      const { userId, email } = await changeEmail(context, token)
      await sessions.endOthers(userId, c.get('sessionToken') ?? '')
      return c.json({ email })
    })
    .post('/email/resend', limited(context, 'messages asked from address'), async (c) => {
      const { email } = await jsonBody(c, resend)
      await post('confirmation', email, c.get('address'))
      return c.body(null, 204)
    })
    .post('/password/forgot', limited(context, 'messages asked from address'), async (c) => {
      const { email } = await jsonBody(c, passwordRecovery)
      await post('recovery', email, c.get('address'))
      return c.body(null, 204)
    })
    .post('/password/link', limited(context, 'links from address'), async (c) => {
      const { token } = await jsonBody(c, emailLink)
      return c.json(await recoveryOf(context, token))
    })
    .post('/password/reset', limited(context, 'links from address'), async (c) => {
      const changed = await resetPassword(context, await jsonBody(c, newPassword))
      await trustAddress(limits, changed.email, c.get('address'))
      return c.json(changed)
    })
    .get('/users/exists', limited(context, 'look-ups from address'), async (c) => {
      const { email } = parse(lookUp, { email: c.req.query('email') })
      return c.json({ exists: await emailExists(database, email) })
    })
}

const resend = z.object({ email: emailAddress('Por favor ingresa tu email primero.') })
const lookUp = z.object({ email: emailAddress('Ingresa tu email.') })
