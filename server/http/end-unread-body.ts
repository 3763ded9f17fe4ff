import { createMiddleware } from 'hono/factory'

/**
 * Middleware that ends the response body of HEAD requests: Hono answers HEAD by the GET handler and drops the body: a
 * streaming one would keep its file open for ever.
 */
export const endUnreadBody = createMiddleware(async (c, next) => {
  await next()
  // Rejects when the body has a reader, which then ends it.
  if (c.req.method === 'HEAD') c.res.body?.cancel().catch(() => {})
})
