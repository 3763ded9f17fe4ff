import { Hono } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '../../shared/errors.ts'
import { credentials, type User } from '../../shared/user.ts'
import type { Context } from '../context.ts'
import { signIn } from '../domain/sign-in.ts'
import { deviceOf } from '../http/device-of.ts'
import type { Env } from '../http/env.ts'
import { isFromBrowser } from '../http/is-from-browser.ts'
import { jsonBody } from '../http/json-body.ts'
import { sessionCookie } from '../http/session-cookie.ts'

/**
 * A session answers `{access_token, refresh_token, user}`. A browser holds it in a cookie and sees
 * both tokens null; another caller logs in with `"session": "bearer"`, gets its token as
 * `access_token` and shows it as `Authorization: Bearer …` (A1).
 */
export function sessionRoutes({ database, limits, sessions, config }: Context): Hono<Env> {
  const cookie = sessionCookie(config.secure)
  return new Hono<Env>()
    .get('/session', (c) => c.json(answer(c.get('user'))))
    .post('/login', async (c) => {
      const { session, ...given } = await jsonBody(c, login)
      const bearer = session === 'bearer'
      if (bearer && isFromBrowser(c)) throw browsersUseCookies()
      const userId = await signIn({ database, limits }, given, c.get('address'))

      const before = c.get('sessionToken')
      if (before) await sessions.end(before)
      const token = await sessions.create(userId, deviceOf(c))
      const user = (await sessions.find(token))?.user ?? null
      if (bearer) return c.json(answer(user, token))
      cookie.write(c, token)
      return c.json(answer(user))
    })
    .post('/logout', async (c) => {
      const token = c.get('sessionToken')
      if (token) await sessions.end(token)
      cookie.delete(c)
      return c.json(answer(null))
    })
}

const login = z.extend(credentials, {
  session: z._default(z.enum(['cookie', 'bearer'], 'session debe ser cookie o bearer.'), 'cookie'),
})

function answer(user: User | null, token: string | null = null) {
  return { access_token: token, refresh_token: null, user }
}

function browsersUseCookies(): AppError {
  return new AppError('not-allowed', 'En un navegador la sesión se guarda en una cookie.')
}
