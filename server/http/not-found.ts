import type { Context as Request } from 'hono'

/** Says "there is no such thing" in the language of who asked: JSON to a program (A9), text to eyes. */
export function notFound(c: Request) {
  return c.req.path.startsWith('/api/')
    ? c.json({ error: 'Esa dirección no existe.', code: 'not-found' }, 404)
    : c.text('Esa dirección no existe.\n', 404)
}
