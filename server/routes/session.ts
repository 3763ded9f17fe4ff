import type { Hono } from 'hono'
import * as api from '../../shared/api/session.ts'
import { getSession, signOut } from '../../shared/api/start.ts'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { signIn } from '../domain/sign-in.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { isFromBrowser } from '../http/origin-guard.ts'
import { renewSession, sessionCookie, sessionResponse } from '../http/session.ts'

export function sessionRoutes({ database, limits, sessions, config }: Context): Hono<Env> {
  const cookie = sessionCookie(config.secure)
  return new ApiRoutes()
    .serve(getSession, (c) => sessionResponse(c.get('user')))
    .serve(api.signIn, async (c, input) => {
      const { session, ...given } = await input()
      const bearer = session === 'bearer'
      if (bearer && isFromBrowser(c))
        throw new AppError('not-allowed', 'En un navegador la sesión se guarda en una cookie.')
      const { userId, hash } = await signIn({ database, limits }, given, c.get('address'))
      const { token, user } = await renewSession(c, sessions, userId, hash)
      if (bearer) return sessionResponse(user, token)
      cookie.write(c, token)
      return sessionResponse(user)
    })
    .serve(signOut, async (c) => {
      const token = c.get('sessionToken')
      if (token) await sessions.end(token)
      cookie.delete(c)
      return sessionResponse(null)
    })
}
