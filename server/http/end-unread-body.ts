import { createMiddleware } from 'hono/factory'

/**
 * Hono answers HEAD by what answers GET, and drops the body as it is: one that streams would never learn
 * that nobody reads it, and keep its listener or its file for ever.
 */
export const endUnreadBody = createMiddleware(async (c, next) => {
  await next()
  // A body that another reads refuses; that one ends it.
  if (c.req.method === 'HEAD') c.res.body?.cancel().catch(() => {})
})
