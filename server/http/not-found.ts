import type { Context as Request } from 'hono'

/** Responds 404, with JSON below /api (A9) and with text elsewhere. */
export function notFound(c: Request) {
  return c.req.path.startsWith('/api/')
    ? c.json({ error: 'Esa dirección no existe.', code: 'not-found' }, 404)
    : c.text('Esa dirección no existe.\n', 404)
}
