import type { Hono } from 'hono'
import * as admin from '../../shared/api/admin.ts'
import type { Context } from '../context.ts'
import { dismissComplaints, setSuspension, suspectCollections } from '../domain/complaints.ts'
import { readStatistics } from '../domain/statistics.ts'
import { ApiRoutes, collectionId } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { requireAdministrator } from '../http/session.ts'

export function adminRoutes(context: Context): Hono<Env> {
  const { database, feed, now } = context
  return new ApiRoutes()
    .serve(admin.getStatistics, async (c, input) => {
      requireAdministrator(c)
      const { days } = await input()
      return readStatistics(database, days, now())
    })
    .serve(admin.getSuspectCollections, async (c) => {
      requireAdministrator(c)
      return { collections: await suspectCollections(database) }
    })
    .serve(admin.suspendCollection, async (c, input) => {
      requireAdministrator(c)
      const { reason } = await input()
      await setSuspension(context, collectionId(c.req.param('id')), reason)
      feed.wake()
    })
    .serve(admin.liftSuspension, async (c) => {
      requireAdministrator(c)
      await setSuspension(context, collectionId(c.req.param('id')), null)
      feed.wake()
    })
    .serve(admin.dismissComplaints, async (c, input) => {
      requireAdministrator(c)
      const { until } = await input()
      await dismissComplaints(database, collectionId(c.req.param('id')), until)
    })
}
