import type { Context as Request } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { SESSION_SECONDS } from '../domain/sessions.ts'

/** The session cookie (A1). `__Host-` keeps other hosts from setting it, but browsers reject it on http://localhost. */
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
