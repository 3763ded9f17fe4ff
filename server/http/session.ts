import type { Context as Request } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../shared/errors.ts'
import { PERSON_HEADER } from '../../shared/person-header.ts'
import type { User } from '../../shared/user.ts'
import type { Context } from '../context.ts'
import { bearerToken } from './bearer-token.ts'
import type { Env } from './env.ts'
import { sessionCookie } from './session-cookie.ts'

/** Finds out who asks: by a bearer token, else by the cookie, which is renewed with its session. */
export function withSession({ sessions, config }: Context) {
  const cookie = sessionCookie(config.secure)
  return createMiddleware<Env>(async (c, next) => {
    const bearer = bearerToken(c)
    const token = bearer ?? cookie.read(c)
    const found = token ? await sessions.find(token) : null
    c.set('user', found?.user ?? null)
    c.set('sessionToken', found ? (token ?? null) : null)
    if (found?.renewed && token && !bearer) cookie.write(c, token)
    await next()
  })
}

/**
 * Who asks. Throws AppError('not-signed-in'), also when a copy asks for another person than the
 * cookie's: the browser changed hands, and one's changes must not be sent as the other's (S10).
 */
export function requireUser(c: Request<Env>): User {
  const user = c.get('user')
  const copyOf = c.req.header(PERSON_HEADER)
  if (user && (copyOf === undefined || copyOf === user.id)) return user
  // Specification 5 and 8: of a creation, an update, anything that needs to know who asks.
  throw new AppError(
    'not-signed-in',
    copyOf === undefined
      ? 'Usuario no autenticado'
      : 'Tu sesión terminó. Inicia sesión para continuar.',
  )
}

/** Who asks, or null for a guest. Throws AppError('not-signed-in') where the request is of another person's. */
export function userOrGuest(c: Request<Env>): User | null {
  return c.req.header(PERSON_HEADER) === undefined ? c.get('user') : requireUser(c)
}

/** Who asks, if they administrate (A8). Throws AppError: 'not-signed-in', 'not-allowed'. */
export function requireAdministrator(c: Request<Env>): User {
  const user = requireUser(c)
  if (user.isAdmin) return user
  throw new AppError('not-allowed', 'Solo quien administra puede ver esto.')
}
