import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { isScreen, links, SHORT_LINKS } from '../../shared/links.ts'
import { DAY, SECOND } from '../../shared/time.ts'
import type { Context } from '../context.ts'
import { findCollectionByCode } from '../domain/public-collections.ts'
import { sendCompressed } from './compressed-page.ts'
import type { Env } from './env.ts'
import { limited } from './limited.ts'
import { screenPages } from './screen-pages.ts'
import { sessionCookie } from './session.ts'

const A_YEAR_IN_SECONDS = (365 * DAY) / SECOND

/** Serves the build, pages and short links (A5). Files with a hash in their name are immutable. */
export function pages(context: Context, folder: string): Hono<Env> {
  const app = new Hono<Env>()
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return app.get('*', (c) => c.text(NOT_BUILT, 503))

  const files = serveStatic({ root: folder, precompressed: true })
  const pageOf = screenPages(context, index)
  const cookie = sessionCookie(context.config.secure)
  app.use(compress())
  app.get(
    '/assets/*',
    cacheControl(`public, max-age=${A_YEAR_IN_SECONDS}, immutable`),
    files,
    (c) => c.notFound(),
  )
  app.get(SHORT_LINKS, limited(context, 'short links from address'), async (c, next) => {
    const id = await findCollectionByCode(context, c.req.param('code'))
    if (!id) return next()
    // Only wrong codes count: a whole school may open a link from one address.
    await context.limits.giveBack('short links from address', c.get('address'))
    return c.redirect(links.contribute(id) + new URL(c.req.url).search)
  })
  app.get('*', cacheControl('no-cache'), nothingHidden, onlyFiles(files))
  app.get('*', etag(), async (c) => {
    const { pathname: path, search } = new URL(c.req.url)
    const page = await pageOf({ path, search, signedOut: !cookie.read(c) })
    c.header('Cache-Control', 'no-cache') // for every status
    return sendCompressed(c, page, isScreen(path) ? 200 : 404)
  })
  return app
}

const NOT_BUILT =
  'Las páginas todavía no están preparadas. Inicia el servidor con npm start, que las prepara.\n'

function cacheControl(value: string) {
  return createMiddleware(async (c, next) => {
    await next()
    if (c.res.status < 400) c.header('Cache-Control', value)
  })
}

const nothingHidden = createMiddleware(async (c, next) =>
  c.req.path.includes('/.') ? c.notFound() : next(),
)

/** A path with an extension is a file, never a screen. */
function onlyFiles(files: MiddlewareHandler<Env>) {
  return createMiddleware<Env>(async (c, next) => {
    if (!/\.[^/]*$/.test(c.req.path)) return next()
    return (await files(c, async () => {})) ?? c.notFound()
  })
}
