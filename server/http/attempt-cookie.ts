import type { Context as Request } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { newSecretToken } from '../domain/secret-token.ts'
import { ATTEMPT_SECONDS } from '../domain/sign-in-attempts.ts'

/**
 * The cookie by which a browser that comes back from Google shows that it began (A4): nobody can
 * finish in another's browser what they began in theirs. Named as the session's (A1).
 */
export function attemptCookie(secure: boolean) {
  const name = secure ? '__Host-sign-in' : 'sign-in'
  return {
    read: (c: Request): string | undefined => getCookie(c, name),
    /** Answers its secret. Two tabs may be on their way at once: what is there stays. */
    renew(c: Request): string {
      const secret = getCookie(c, name) ?? newSecretToken()
      const maxAge = ATTEMPT_SECONDS
      setCookie(c, name, secret, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge })
      return secret
    },
  }
}
