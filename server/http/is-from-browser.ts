import type { Context as Request } from 'hono'

/** Browsers send these headers with every POST, and no script can remove them. */
export function isFromBrowser(c: Request): boolean {
  return c.req.header('Sec-Fetch-Site') !== undefined || c.req.header('Origin') !== undefined
}
