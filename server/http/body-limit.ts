import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../shared/errors.ts'

const MEGABYTE = 1024 * 1024

/** Refuses bodies that no form of ours could send. */
export const limitBody = limitBodyTo(MEGABYTE)

/** Refuses bodies of more than `most` bytes. */
export function limitBodyTo(most: number) {
  const countBody = bodyLimit({
    maxSize: most,
    onError: () => {
      throw tooLarge()
    },
  })
  return createMiddleware(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('Content-Length')
    // Node holds a sender to the length it declared. Counting ourselves would copy every body.
    if (length === undefined) return countBody(c, next)
    if (Number(length) > most) throw tooLarge()
    await next()
  })
}

function tooLarge(): AppError {
  return new AppError('too-large', 'El envío es demasiado grande.')
}
