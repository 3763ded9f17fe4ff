import type { Context as Request } from 'hono'

/** The token of `Authorization: Bearer …`, how callers that are no browser show their session (A1). */
export function bearerToken(c: Request): string | null {
  return /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? null
}
