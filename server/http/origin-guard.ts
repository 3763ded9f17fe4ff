import type { Context as Request } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../shared/errors.ts'
import type { Config } from '../config.ts'
import { bearerToken } from './session.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects unsafe requests from pages of other sites (A6). Browsers send the origin with every POST. A request without
 * an origin, or with a bearer token and no cookie, comes from no page, and so cannot use a visitor's cookie.
 */
export function originGuard({ origin }: Config) {
  return createMiddleware(async (c, next) => {
    if (!SAFE.has(c.req.method) && !isBearerCall(c) && !isOurs(c, origin)) {
      throw new AppError('foreign-origin', 'Esta acción solo se puede hacer desde Entre Todos.')
    }
    await next()
  })
}

function isOurs(c: Request, origin: string): boolean {
  if (!isFromBrowser(c)) return true
  const from = c.req.header('Origin')
  const site = c.req.header('Sec-Fetch-Site')
  if (site === undefined) return from === origin
  return site === 'same-origin' && (from === undefined || from === origin || isHost(c, from))
}

/** True for the requested host itself: the site may have other names than ORIGIN. */
function isHost(c: Request, from: string): boolean {
  return URL.canParse(from) && new URL(from).host === c.req.header('Host')
}

function isBearerCall(c: Request): boolean {
  return bearerToken(c) !== null && c.req.header('Cookie') === undefined
}

/** True when the client is a browser: it sends one of these headers with every POST, and no script can remove them. */
export function isFromBrowser(c: Request): boolean {
  return c.req.header('Sec-Fetch-Site') !== undefined || c.req.header('Origin') !== undefined
}
