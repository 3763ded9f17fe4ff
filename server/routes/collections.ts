import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { contributionReport } from '../../shared/contribution.ts'
import { csvRequest } from '../../shared/contributions-csv.ts'
import { isId } from '../../shared/id.ts'
import { parse } from '../../shared/validation.ts'
import type { Context } from '../context.ts'
import { contributionsCsv } from '../domain/contributions-csv.ts'
import { collectionGone, getPublicCollection } from '../domain/public-collections.ts'
import { fileReport } from '../domain/reports.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { requireUser } from '../http/session.ts'

/**
 * What anyone with a collection's link may do. Amounts are whole centavos.
 * `GET /collections/:id` -> PublicCollection ·
 * `POST /collections/:id/contributions` ContributionReport -> `{contribution}`: 201, or 200 when the
 * same report had come before.
 * And for its organiser alone:
 * `GET /collections/:id/contributions.csv?search&state&separator` -> a file for spreadsheets
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
    .get('/collections/:id/contributions.csv', compress(), async (c) => {
      const { id: personId } = requireUser(c)
      const request = parse(csvRequest, {
        ...c.req.query(),
        collectionId: collectionId(c.req.param('id')),
      })
      const { name, csv } = await contributionsCsv(context, personId, request)
      return c.body(csv, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      })
    })
}

/** A link that lost some characters is a collection that does not exist. */
function collectionId(text: string): string {
  const id = text.toLowerCase()
  if (!isId(id)) throw collectionGone()
  return id
}
