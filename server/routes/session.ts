import { Hono } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '../../shared/errors.ts'
import { credentials } from '../../shared/user.ts'
import type { Context } from '../context.ts'
import { signIn } from '../domain/sign-in.ts'
import type { Env } from '../http/env.ts'
import { isFromBrowser } from '../http/is-from-browser.ts'
import { jsonBody } from '../http/json-body.ts'
import { renewSession } from '../http/renew-session.ts'
import { sessionAnswer } from '../http/session-answer.ts'
import { sessionCookie } from '../http/session-cookie.ts'

/** Signing in and out, and the current session. */
export function sessionRoutes({ database, limits, sessions, config }: Context): Hono<Env> {
  const cookie = sessionCookie(config.secure)
  return new Hono<Env>()
    .get('/session', (c) => c.json(sessionAnswer(c.get('user'))))
    .post('/login', async (c) => {
      const { session, ...given } = await jsonBody(c, login)
      const bearer = session === 'bearer'
      if (bearer && isFromBrowser(c)) throw browsersUseCookies()
      const userId = await signIn({ database, limits }, given, c.get('address'))
      const { token, user } = await renewSession(c, sessions, userId)
      if (bearer) return c.json(sessionAnswer(user, token))
      cookie.write(c, token)
      return c.json(sessionAnswer(user))
    })
    .post('/logout', async (c) => {
      const token = c.get('sessionToken')
      if (token) await sessions.end(token)
      cookie.delete(c)
      return c.json(sessionAnswer(null))
    })
}

const login = z.extend(credentials, {
  session: z._default(z.enum(['cookie', 'bearer'], 'session debe ser cookie o bearer.'), 'cookie'),
})

function browsersUseCookies(): AppError {
  return new AppError('not-allowed', 'En un navegador la sesión se guarda en una cookie.')
}
