import { Hono } from 'hono'
import * as z from 'zod/mini'
import { AppError } from '../../shared/errors.ts'
import { links, safeReturnTo } from '../../shared/links.ts'
import type { Context } from '../context.ts'
import { beginGoogleSignIn, finishGoogleSignIn } from '../domain/google-sign-in.ts'
import { trustAddress } from '../domain/sign-in.ts'
import { attemptCookie } from '../http/attempt-cookie.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { limited } from '../http/limited.ts'
import { renewSession } from '../http/renew-session.ts'
import { sessionAnswer } from '../http/session-answer.ts'
import { sessionCookie } from '../http/session-cookie.ts'

/**
 * Signing in with Google (A4). `GET /login/google?returnTo=&from=register` redirects to Google, or back to the page
 * with `error=google` or `error=too-many-requests`. The screen to which Google returns sends `POST /login/oauth`
 * `{code, state}`, which responds with a session and `returnTo`.
 */
export function googleRoutes(context: Context): Hono<Env> {
  const { config, sessions, limits, log } = context
  const session = sessionCookie(config.secure)
  const attempt = attemptCookie(config.secure)
  return new Hono<Env>()
    .get('/login/google', async (c) => {
      const returnTo = pathOf(c.req.query('returnTo'))
      try {
        await limits.count('sign-in by provider from address', c.get('address'))
        const address = await beginGoogleSignIn(context, attempt.renew(c), returnTo)
        return c.redirect(address.href)
      } catch (error) {
        // The browser is navigating, so that it needs a page, not JSON.
        if (!(error instanceof AppError)) log.error({ error: String(error) }, 'google not asked')
        const why = isTooMany(error) ? 'too-many-requests' : 'google'
        const isNew = c.req.query('from') === 'register'
        return c.redirect(isNew ? links.register(why) : links.login(returnTo ?? undefined, why))
      }
    })
    .post('/login/oauth', limited(context, 'return from provider to address'), async (c) => {
      const { code, state } = await jsonBody(c, comingBack)
      const browser = attempt.read(c) ?? ''
      const { userId, returnTo } = await finishGoogleSignIn(context, { browser, state, code })
      const { token, user } = await renewSession(c, sessions, userId)
      session.write(c, token)
      if (user) await trustAddress(limits, user.email, c.get('address'))
      return c.json({ ...sessionAnswer(user), returnTo })
    })
}

function isTooMany(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too-many-requests'
}

const LONGEST_RETURN = 2_000

function pathOf(returnTo: string | undefined): string | null {
  const path = safeReturnTo(returnTo)
  return path !== null && path.length <= LONGEST_RETURN ? path : null
}

const REFUSED = 'Error al procesar la autenticación. Intenta nuevamente.'
const comingBack = z.object({
  code: z.string(REFUSED).check(z.minLength(1, REFUSED), z.maxLength(2_000, REFUSED)),
  state: z.string(REFUSED).check(z.minLength(1, REFUSED), z.maxLength(200, REFUSED)),
})
