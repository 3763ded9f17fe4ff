import { createMiddleware } from 'hono/factory'

/**
 * Cancels the body of a response to HEAD. Hono runs the GET handler and drops the body without cancelling it,
 * so that a streaming one would keep its listener or file open for ever.
 */
export const endUnreadBody = createMiddleware(async (c, next) => {
  await next()
  // Rejects when the body has a reader, which then ends it.
  if (c.req.method === 'HEAD') c.res.body?.cancel().catch(() => {})
})
