import { Hono, type Context as Request } from 'hono'
import { etag } from 'hono/etag'
import { AppError } from '../../shared/errors.ts'
import { DAY, SECOND } from '../../shared/time.ts'
import type { Context } from '../context.ts'
import { chosenPicture } from '../domain/pictures/chosen-picture.ts'
import type { LinkPicture } from '../domain/pictures/link-pictures.ts'
import { getPublicCollection } from '../domain/public-collections.ts'
import { collectionId } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'

const MAX_AGE_SECONDS = DAY / SECOND

/**
 * The pictures of link previews. Of a colecta, `picture.png` is drawn from its facts and `picture.jpg` is the one that its
 * organiser chose; `/picture.png` is the product's. `?v=` is a picture's version: only the current one is cached for a day.
 */
export function pictureRoutes(context: Context): Hono<Env> {
  const { pictures } = context
  return new Hono<Env>()
    .get('/picture.png', etag(), (c) => drawn(c, pictures.ofProduct()))
    .get('/collections/:id/picture.png', etag(), async (c) => {
      const collection = await getPublicCollection(context, collectionId(c.req.param('id')))
      return drawn(c, pictures.ofCollection(collection))
    })
    .get('/collections/:id/picture.jpg', etag(), async (c) => {
      const { id, picture: version } = await getPublicCollection(
        context,
        collectionId(c.req.param('id')),
      )
      const bytes = version ? await chosenPicture(context.database, id) : null
      if (!version || !bytes) throw new AppError('not-found', 'La colecta no tiene una imagen.')
      return respond(c, version, { type: 'image/jpeg', bytes })
    })
}

async function drawn(c: Request, { version, png }: LinkPicture) {
  return respond(c, version, { type: 'image/png', bytes: new Uint8Array(await png()) })
}

function respond(
  c: Request,
  version: string,
  { type, bytes }: { type: string; bytes: Uint8Array<ArrayBuffer> },
) {
  const isCurrent = c.req.query('v') === version
  return c.body(bytes, 200, {
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'Cache-Control': isCurrent ? `public, max-age=${MAX_AGE_SECONDS}` : 'no-cache',
    ETag: `"${version}"`,
  })
}
