import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../shared/errors.ts'

const MEGABYTE = 1024 * 1024

/** More than a proxy lets through (scripts/deploy/Caddyfile). */
const MOST_READ = 16 * MEGABYTE

/** For all of /api. A route may set a lower limit with limitBodyTo. */
export const limitBody = limitBodyTo(MEGABYTE)

export function limitBodyTo(maxBytes: number) {
  const countBody = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge()
    },
  })
  return createMiddleware(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('Content-Length')
    // Node enforces Content-Length. Counting here as well would copy every body.
    if (length === undefined) return countBody(c, next)
    if (Number(length) > maxBytes) {
      // A proxy that is still sending when the connection closes returns 502 in place of our response.
      if (Number(length) <= MOST_READ) await c.req.raw.body?.pipeTo(new WritableStream())
      throw tooLarge()
    }
    await next()
  })
}

function tooLarge(): AppError {
  return new AppError('too-large', 'El envío es demasiado grande.')
}
