import { Hono } from 'hono'
import * as z from 'zod/mini'
import { emailAddress, registration } from '../../shared/user.ts'
import { parse } from '../../shared/validation.ts'
import type { Context } from '../context.ts'
import { emailExists } from '../domain/credentials.ts'
import { confirmEmail, resendConfirmation } from '../domain/email-confirmation.ts'
import { register } from '../domain/registration.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'

/**
 * Opening an account and confirming its address.
 * `POST /register` 201 `{email, mailSent}` · `POST /email/confirm` `{token}` -> `{email}` ·
 * `POST /email/resend` `{email}` 204, also when there is nothing to send ·
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
      const { token } = await jsonBody(c, confirmation)
      return c.json(await confirmEmail(tools, token))
    })
    .post('/email/resend', async (c) => {
      const { email } = await jsonBody(c, resend)
      await resendConfirmation(tools, email)
      return c.body(null, 204)
    })
    .get('/users/exists', async (c) => {
      const { email } = parse(lookUp, { email: c.req.query('email') })
      return c.json({ exists: await emailExists(database, email) })
    })
}

const confirmation = z.object({
  token: z.string('Falta el código del enlace.').check(z.maxLength(200, 'El código no es válido.')),
})
const resend = z.object({ email: emailAddress('Por favor ingresa tu email primero.') })
const lookUp = z.object({ email: emailAddress('Ingresa tu email.') })
