import { Hono } from 'hono'
import { contributionReport } from '../../shared/contribution.ts'
import { isId } from '../../shared/id.ts'
import type { Context } from '../context.ts'
import { collectionGone, getPublicCollection } from '../domain/public-collections.ts'
import { fileReport } from '../domain/reports.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'

/**
 * What anyone with a collection's link may do. Amounts are whole centavos.
 * `GET /collections/:id` -> PublicCollection ·
 * `POST /collections/:id/contributions` ContributionReport -> `{contribution}`: 201, or 200 when the
 * same report had come before
 */
export function collectionRoutes(context: Context): Hono<Env> {
  return new Hono<Env>()
    .get('/collections/:id', async (c) =>
      c.json(await getPublicCollection(context.database, collectionId(c.req.param('id')))),
    )
    .post('/collections/:id/contributions', async (c) => {
      const id = collectionId(c.req.param('id'))
      const report = await jsonBody(c, contributionReport)
      const { contribution, repeated } = await fileReport(context, id, report, c.get('user'))
      context.feed.wake()
      return c.json({ contribution }, repeated ? 200 : 201)
    })
}

/** A link that lost some characters is a collection that does not exist. */
function collectionId(text: string): string {
  const id = text.toLowerCase()
  if (!isId(id)) throw collectionGone()
  return id
}
