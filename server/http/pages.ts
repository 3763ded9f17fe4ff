import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'

const A_YEAR = 365 * 24 * 60 * 60 // in seconds

/**
 * The pages as Vite built them into `folder`. What has a hash in its name never changes; the page
 * itself is asked for anew each time and answers every address that is no file's.
 */
export function pages(folder: string): Hono<Env> {
  const app = new Hono<Env>()
  if (!existsSync(join(folder, 'index.html'))) return app.get('*', (c) => c.text(NOT_BUILT, 503))

  const files = serveStatic({ root: folder, precompressed: true })
  const page = serveStatic({ root: folder, precompressed: true, path: 'index.html' })
  app.use(compress())
  app.get('/assets/*', keptFor(`public, max-age=${A_YEAR}, immutable`), files, (c) => c.notFound())
  app.get('*', keptFor('no-cache'), nothingHidden, files, onlyNavigations, page)
  return app
}

const NOT_BUILT =
  'Las páginas todavía no están preparadas. Inicia el servidor con npm start, que las prepara.\n'

/** Says how long a file may be kept, once there is one. */
function keptFor(cacheControl: string) {
  return createMiddleware(async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', cacheControl)
  })
}

const nothingHidden = createMiddleware(async (c, next) =>
  c.req.path.includes('/.') ? c.notFound() : next(),
)

/** A path that looks like a file's is no screen's. */
const onlyNavigations = createMiddleware(async (c, next) =>
  /\.[^/]*$/.test(c.req.path) ? c.notFound() : next(),
)
