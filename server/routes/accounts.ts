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
import { confirmEmail, resendConfirmation } from '../domain/email-confirmation.ts'
import { recoveryOf, resetPassword, sendRecovery } from '../domain/password-recovery.ts'
import { register } from '../domain/registration.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'

/**
 * Opening an account, confirming its address, and coming back to it without the password.
 * `POST /register` 201 `{email, mailSent}` · `POST /email/confirm` `{token}` -> `{email}` ·
 * `POST /email/resend` `{email}` 204, also when there is nothing to send ·
 * `POST /password/forgot` `{email}` 204, also without an account · `POST /password/link` `{token}` ->
 * `{email}`, uses nothing up · `POST /password/reset` `{token, password}` -> `{email}` ·
 * `GET /users/exists?email=` -> `{exists}`
 */
export function accountRoutes(context: Context): Hono<Env> {
  const { database, mail, now, config, log } = context
  const tools = {
    database,
    mail,
    now,
    origin: config.origin,
    onMailFailure: (error: unknown) => log.error({ error: String(error) }, 'mail did not leave'),
  }
  return new Hono<Env>()
    .post('/register', async (c) => {
      const person = await jsonBody(c, registration)
      const { mailSent } = await register(tools, person)
      return c.json({ email: person.email, mailSent }, 201)
    })
    .post('/email/confirm', async (c) => {
      const { token } = await jsonBody(c, emailLink)
      return c.json(await confirmEmail(tools, token))
    })
    .post('/email/resend', async (c) => {
      const { email } = await jsonBody(c, resend)
      await resendConfirmation(tools, email)
      return c.body(null, 204)
    })
    .post('/password/forgot', async (c) => {
      const { email } = await jsonBody(c, passwordRecovery)
      await sendRecovery(tools, email)
      return c.body(null, 204)
    })
    .post('/password/link', async (c) => {
      const { token } = await jsonBody(c, emailLink)
      return c.json(await recoveryOf(tools, token))
    })
    .post('/password/reset', async (c) => {
      return c.json(await resetPassword(tools, await jsonBody(c, newPassword)))
    })
    .get('/users/exists', async (c) => {
      const { email } = parse(lookUp, { email: c.req.query('email') })
      return c.json({ exists: await emailExists(database, email) })
    })
}

const resend = z.object({ email: emailAddress('Por favor ingresa tu email primero.') })
const lookUp = z.object({ email: emailAddress('Ingresa tu email.') })
