import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../shared/errors.ts'

const MEGABYTE = 1024 * 1024

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
    if (Number(length) > maxBytes) throw tooLarge()
    await next()
  })
}

function tooLarge(): AppError {
  return new AppError('too-large', 'El envío es demasiado grande.')
}
