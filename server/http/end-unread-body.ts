import { createMiddleware } from 'hono/factory'

/** Hono runs the GET handler for HEAD and drops its body: a streaming body would then never close its file. */
export const endUnreadBody = createMiddleware(async (c, next) => {
  await next()
  // Rejects when the body has a reader, which then ends it.
  if (c.req.method === 'HEAD') c.res.body?.cancel().catch(() => {})
})
