import { Hono } from 'hono'
import { suspension } from '../../shared/complaint.ts'
import { statisticsRequest } from '../../shared/statistics.ts'
import { parse } from '../../shared/validation.ts'
import type { Context } from '../context.ts'
import { dismissComplaints, setSuspension, suspectCollections } from '../domain/complaints.ts'
import { statistics } from '../domain/statistics.ts'
import { collectionId } from '../http/collection-id.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { requireAdministrator } from '../http/session.ts'

/**
 * For administrators (A8). `GET /admin/statistics?days=7` -> Statistics ·
 * `GET /admin/complaints` -> `{collections}`, each a SuspectCollection ·
 * `POST /admin/collections/:id/suspend` `{reason}` 204 · `POST /admin/collections/:id/lift` 204 ·
 * `POST /admin/collections/:id/dismiss-complaints` 204
 */
export function adminRoutes(context: Context): Hono<Env> {
  const { database, feed, now } = context
  return new Hono<Env>()
    .get('/admin/statistics', async (c) => {
      requireAdministrator(c)
      const { days } = parse(statisticsRequest, c.req.query())
      return c.json(await statistics(database, days, now()))
    })
    .get('/admin/complaints', async (c) => {
      requireAdministrator(c)
      return c.json({ collections: await suspectCollections(database) })
    })
    .post('/admin/collections/:id/suspend', async (c) => {
      requireAdministrator(c)
      const { reason } = await jsonBody(c, suspension)
      await setSuspension(context, collectionId(c.req.param('id')), reason)
      feed.wake()
      return c.body(null, 204)
    })
    .post('/admin/collections/:id/lift', async (c) => {
      requireAdministrator(c)
      await setSuspension(context, collectionId(c.req.param('id')), null)
      feed.wake()
      return c.body(null, 204)
    })
    .post('/admin/collections/:id/dismiss-complaints', async (c) => {
      requireAdministrator(c)
      await dismissComplaints(database, collectionId(c.req.param('id')))
      return c.body(null, 204)
    })
}
