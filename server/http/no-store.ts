import { createMiddleware } from 'hono/factory'

/** What we answer is somebody's, and true now: nobody in between keeps it. */
export const noStore = createMiddleware(async (c, next) => {
  c.header('Cache-Control', 'no-store')
  await next()
})
