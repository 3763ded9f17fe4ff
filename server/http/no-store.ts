import { createMiddleware } from 'hono/factory'

/** Forbids caching: responses of the API are personal and change. */
export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
