import { Hono, type Context as Request } from 'hono'
import { etag } from 'hono/etag'
import type { Context } from '../context.ts'
import type { LinkPicture } from '../domain/pictures/link-pictures.ts'
import { getPublicCollection } from '../domain/public-collections.ts'
import { collectionId } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'

const A_DAY = 24 * 60 * 60 // in seconds

/** `GET /collections/:id/picture.png`; `GET /picture.png`. With the version (`?v=`) they may be cached. */
export function pictureRoutes(context: Context): Hono<Env> {
  const { pictures } = context
  return new Hono<Env>()
    .use('/picture.png', etag())
    .use('/collections/:id/picture.png', etag())
    .get('/picture.png', (c) => answer(c, pictures.ofProduct()))
    .get('/collections/:id/picture.png', async (c) => {
      const collection = await getPublicCollection(context, collectionId(c.req.param('id')))
      return answer(c, pictures.ofCollection(collection))
    })
}

async function answer(c: Request, { version, png }: LinkPicture) {
  const isAsked = c.req.query('v') === version
  const bytes = new Uint8Array(await png())
  return c.body(bytes, 200, {
    'Content-Type': 'image/png',
    'Content-Length': String(bytes.length),
    'Cache-Control': isAsked ? `public, max-age=${A_DAY}` : 'no-cache',
    ETag: `"${version}"`,
  })
}
