import type { Hono, Context as Request } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { signInWithGoogle } from '../../shared/api/session.ts'
import { AppError, hasCode } from '../../shared/errors.ts'
import { links, safeReturnTo } from '../../shared/links.ts'
import type { Context } from '../context.ts'
import { beginGoogleSignIn, finishGoogleSignIn } from '../domain/google-sign-in.ts'
import { trustAddress } from '../domain/sign-in.ts'
import { ATTEMPT_SECONDS } from '../domain/sign-in-attempts.ts'
import { newSecretToken } from '../domain/tokens.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { limited } from '../http/limited.ts'
import { renewSession, sessionCookie, sessionResponse } from '../http/session.ts'

/** `GET /login/google?returnTo=&from=register` redirects to Google (A4), or back with `error`. */
export function googleRoutes(context: Context): Hono<Env> {
  const { config, sessions, limits, logError } = context
  const session = sessionCookie(config.secure)
  const attempt = attemptCookie(config.secure)
  return new ApiRoutes()
    .serve(
      signInWithGoogle,
      [limited(context, 'return from provider to address')],
      async (c, input) => {
        const { code, state } = await input()
        const browser = attempt.read(c) ?? ''
        const { userId, returnTo } = await finishGoogleSignIn(context, { browser, state, code })
        const { token, user } = await renewSession(c, sessions, userId)
        session.write(c, token)
        if (user) await trustAddress(limits, user.email, c.get('address'))
        return { ...sessionResponse(user), returnTo }
      },
    )
    .get('/login/google', async (c) => {
      const returnTo = pathOf(c.req.query('returnTo'))
      try {
        await limits.count('sign-in by provider from address', c.get('address'))
        const address = await beginGoogleSignIn(context, attempt.renew(c), returnTo)
        return c.redirect(address.href)
      } catch (error) {
        // The browser is navigating, so it needs a page, not JSON.
        if (!(error instanceof AppError)) logError(error, 'google not asked')
        const why = hasCode(error, 'too-many-requests') ? 'too-many-requests' : 'google'
        const isNew = c.req.query('from') === 'register'
        return c.redirect(isNew ? links.register(why) : links.login(returnTo ?? undefined, why))
      }
    })
}

const LONGEST_RETURN = 2_000

function pathOf(returnTo: string | undefined): string | null {
  const path = safeReturnTo(returnTo)
  return path !== null && path.length <= LONGEST_RETURN ? path : null
}

/** Ties a sign-in to its browser (A4): nobody can finish theirs in another person's. Named like the session's (A1). */
function attemptCookie(secure: boolean) {
  const name = secure ? '__Host-sign-in' : 'sign-in'
  // An empty one is none: otherwise a sign-in that began with one could be finished in any browser without a cookie.
  const read = (c: Request) => getCookie(c, name) || undefined
  return {
    read,
    /** Keeps an existing secret, because two tabs may sign in at once. */
    renew(c: Request): string {
      const secret = read(c) ?? newSecretToken()
      const maxAge = ATTEMPT_SECONDS
      setCookie(c, name, secret, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge })
      return secret
    },
  }
}
