import { Hono } from 'hono'
import { ownReportKey } from '../../shared/own-report.ts'
import type { Context } from '../context.ts'
import { askForRemoval, ownReport, removalRequests } from '../domain/own-reports.ts'
import { collectionId } from '../http/collection-id.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { limited } from '../http/limited.ts'
import { requireUser } from '../http/session.ts'

/**
 * A guest's own report, by the key from its filing. The key is in the body, because proxies log URLs.
 * `POST /reports/own` `{id, key}` -> OwnReport · `POST /reports/own/removal` `{id, key}` -> OwnReport ·
 * `GET /collections/:id/removal-requests` -> `{requests: RemovalRequest[]}`, for the organiser
 */
export function ownReportRoutes(context: Context): Hono<Env> {
  return new Hono<Env>()
    .post('/reports/own', limited(context, 'look-ups from address'), async (c) =>
      c.json(await ownReport(context, await jsonBody(c, ownReportKey))),
    )
    .post('/reports/own/removal', limited(context, 'look-ups from address'), async (c) =>
      c.json(await askForRemoval(context, await jsonBody(c, ownReportKey))),
    )
    .get('/collections/:id/removal-requests', async (c) => {
      const { id } = requireUser(c)
      const collection = collectionId(c.req.param('id'))
      return c.json({ requests: await removalRequests(context.database, id, collection) })
    })
}
