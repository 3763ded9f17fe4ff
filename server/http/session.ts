import type { Context as Request } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { SessionAnswer } from '../../shared/api/start.ts'
import { AppError } from '../../shared/errors.ts'
import { PERSON_HEADER } from '../../shared/person-header.ts'
import type { User } from '../../shared/user.ts'
import type { Context } from '../context.ts'
import type { Env } from './env.ts'
import { sessionCookie } from './session-cookie.ts'

/** By bearer token or cookie; renews the cookie. */
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

/** Throws AppError('not-signed-in') also when a replica sends it for another person than the cookie's (S10). */
export function requireUser(c: Request<Env>): User {
  const user = c.get('user')
  const copyOf = c.req.header(PERSON_HEADER)
  if (user && (copyOf === undefined || copyOf === user.id)) return user
  throw new AppError(
    'not-signed-in',
    copyOf === undefined
      ? 'Usuario no autenticado'
      : 'Tu sesión terminó. Inicia sesión para continuar.',
  )
}

/** null for a guest. Throws AppError('not-signed-in') for another person's request. */
export function userOrGuest(c: Request<Env>): User | null {
  return c.req.header(PERSON_HEADER) === undefined ? c.get('user') : requireUser(c)
}

/** For administrators (A8). Throws AppError: 'not-signed-in', 'not-allowed'. */
export function requireAdministrator(c: Request<Env>): User {
  const user = requireUser(c)
  if (user.isAdmin) return user
  throw new AppError('not-allowed', 'Solo quien administra puede ver esto.')
}

/** `token`: for clients that asked for a bearer token (A1). */
export function sessionAnswer(user: User | null, token: string | null = null): SessionAnswer {
  return { access_token: token, refresh_token: null, user }
}

/** From callers other than browsers (A1). */
export function bearerToken(c: Request): string | null {
  return /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null
}
