import Bowser from 'bowser'
import type { Context as Request } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { SessionOutput } from '../../shared/api/start.ts'
import { AppError } from '../../shared/errors.ts'
import { PERSON_HEADER } from '../../shared/person-header.ts'
import type { User } from '../../shared/user.ts'
import type { Context } from '../context.ts'
import { SESSION_SECONDS, type Sessions } from '../domain/sessions.ts'
import type { Env } from './env.ts'

/** Finds the session by bearer token or cookie, and renews the cookie. */
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
  const replicaOf = c.req.header(PERSON_HEADER)
  if (user && (replicaOf === undefined || replicaOf === user.id)) return user
  throw new AppError(
    'not-signed-in',
    replicaOf === undefined
      ? 'Usuario no autenticado'
      : 'Tu sesión terminó. Inicia sesión para continuar.',
  )
}

/** Returns null for a guest. Throws AppError('not-signed-in') for another person's request. */
export function userOrGuest(c: Request<Env>): User | null {
  return c.req.header(PERSON_HEADER) === undefined ? c.get('user') : requireUser(c)
}

/** For administrators only (A8). Throws AppError: 'not-signed-in', 'not-allowed'. */
export function requireAdministrator(c: Request<Env>): User {
  const user = requireUser(c)
  if (user.isAdmin) return user
  throw new AppError('not-allowed', 'Solo quien administra puede ver esto.')
}

/** `token`: for clients that asked for a bearer token (A1). */
export function sessionResponse(user: User | null, token: string | null = null): SessionOutput {
  return { access_token: token, refresh_token: null, user }
}

/** Callers other than browsers send a bearer token (A1). */
export function bearerToken(c: Request): string | null {
  return /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null
}

/** `__Host-` keeps other hosts from setting the cookie (A1), but browsers reject it on http://localhost. */
export function sessionCookie(secure: boolean) {
  const name = secure ? '__Host-session' : 'session'
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
  return {
    read: (c: Request): string | undefined => getCookie(c, name),
    write: (c: Request, token: string) =>
      setCookie(c, name, token, { ...attributes, maxAge: SESSION_SECONDS }),
    delete: (c: Request) => deleteCookie(c, name, attributes),
  }
}

/** Creates a session after a sign-in, and ends the one that the client sent (A1). `hash`: as in `sessions.create`. */
export async function renewSession(
  c: Request<Env>,
  sessions: Sessions,
  userId: string,
  hash?: string,
): Promise<{ token: string; user: User | null }> {
  const before = c.get('sessionToken')
  if (before) await sessions.end(before)
  const token = await sessions.create(userId, deviceOf(c), hash)
  return { token, user: (await sessions.find(token))?.user ?? null }
}

/** Returns e.g. 'Chrome en Android', for the list of sessions. The user agent itself is not stored. */
export function deviceOf(c: Request): string {
  const { browser, os } = Bowser.parse(c.req.header('User-Agent') || 'unknown')
  // A program that Bowser does not know is named by the first word of its user agent, however long.
  const names = [browser.name, os.name].map((name) => name?.slice(0, 40))
  return names.filter(Boolean).join(' en ') || 'Otro programa'
}
