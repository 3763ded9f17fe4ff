import type { Context as Request } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { newSecretToken } from '../domain/secret-token.ts'
import { ATTEMPT_SECONDS } from '../domain/sign-in-attempts.ts'

/**
 * The cookie that ties a sign-in with Google to the browser that started it (A4), so that nobody can finish
 * theirs in another person's browser. Named like the session's (A1).
 */
export function attemptCookie(secure: boolean) {
  const name = secure ? '__Host-sign-in' : 'sign-in'
  return {
    read: (c: Request): string | undefined => getCookie(c, name),
    /** Returns the cookie's secret. An existing one is kept, because two tabs may sign in at once. */
    renew(c: Request): string {
      const secret = getCookie(c, name) ?? newSecretToken()
      const maxAge = ATTEMPT_SECONDS
      setCookie(c, name, secret, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge })
      return secret
    },
  }
}
