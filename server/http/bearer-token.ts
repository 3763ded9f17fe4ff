import type { Context as Request } from 'hono'

/** Returns the token of `Authorization: Bearer …`, which callers other than browsers send (A1). */
export function bearerToken(c: Request): string | null {
  return /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null
}
