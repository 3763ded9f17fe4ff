import type { Context as Request } from 'hono'

/** Browsers add these to every POST, and no script in a page can take them away. */
export function isFromBrowser(c: Request): boolean {
  return c.req.header('Sec-Fetch-Site') !== undefined || c.req.header('Origin') !== undefined
}
