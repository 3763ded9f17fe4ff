import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { isId } from '../../shared/id.ts'
import type { Context } from '../context.ts'
import { getPublicCollection } from '../domain/public-collections.ts'
import { withinTime } from '../domain/within-time.ts'
import type { Env } from './env.ts'
import { collectionHead, type PageHead, productHead, withHead } from './page-head.ts'

const A_YEAR = 365 * 24 * 60 * 60 // in seconds

/** A page comes also while the database is slow: with the head of every other. In ms. */
const HEAD_WITHIN = 500

/**
 * The pages as Vite built them into `folder`. What has a hash in its name never changes; the page
 * itself is asked for anew each time, answers every address that is no file's, and says in its head
 * what messengers show of that address.
 */
export function pages(context: Context, folder: string): Hono<Env> {
  const app = new Hono<Env>()
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return app.get('*', (c) => c.text(NOT_BUILT, 503))

  const files = serveStatic({ root: folder, precompressed: true })
  app.use(compress())
  app.get('/assets/*', keptFor(`public, max-age=${A_YEAR}, immutable`), files, (c) => c.notFound())
  app.get('*', keptFor('no-cache'), nothingHidden)
  app.get('*', async (c, next) => {
    if (!isFile(c.req.path)) return next()
    return (await files(c, async () => {})) ?? c.notFound()
  })
  app.get('*', etag({ weak: true }), async (c) => {
    const [page, head] = await Promise.all([readFile(index, 'utf8'), headOf(context, c.req.path)])
    const type = { 'Content-Type': 'text/html; charset=utf-8' }
    return c.body(await withHead(page, head), 200, type)
  })
  return app
}

const NOT_BUILT =
  'Las páginas todavía no están preparadas. Inicia el servidor con npm start, que las prepara.\n'

/** Says how long a file may be kept, once there is one. */
function keptFor(cacheControl: string) {
  return createMiddleware(async (c, next) => {
    await next()
    if (c.res.status < 400) c.header('Cache-Control', cacheControl)
  })
}

const nothingHidden = createMiddleware(async (c, next) =>
  c.req.path.includes('/.') ? c.notFound() : next(),
)

/** A path that looks like a file's is no screen's. */
function isFile(path: string): boolean {
  return /\.[^/]*$/.test(path)
}

async function headOf(context: Context, path: string): Promise<PageHead> {
  const { config, database, pictures } = context
  const { origin } = config
  const id = collectionIn(path)
  const collection =
    id && (await withinTime(HEAD_WITHIN, getPublicCollection(database, id)).catch(() => null))
  if (!collection) {
    return productHead(`${origin}/api/picture.png?v=${pictures.ofProduct().version}`)
  }
  const { version } = pictures.ofCollection(collection)
  const image = `${origin}/api/collections/${collection.id}/picture.png?v=${version}`
  return collectionHead(collection, { origin, image })
}

/** The collection whose contribution page this is, by either of its addresses. */
function collectionIn(path: string): string | null {
  const [, short, long] =
    /^\/(?:contribuir\/([^/]+)|colecta\/([^/]+)\/contribute)\/?$/i.exec(path) ?? []
  const id = (short ?? long)?.toLowerCase()
  return id && isId(id) ? id : null
}
