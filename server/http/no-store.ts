import { createMiddleware } from 'hono/factory'

/** Responses of the API are personal and change. */
export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
