import type { Hono } from 'hono'
import * as ownReports from '../../shared/api/own-reports.ts'
import type { Context } from '../context.ts'
import { correctReport, withdrawReport } from '../domain/own-report-corrections.ts'
import {
  askForRemoval,
  keyForContributor,
  readOwnReport,
  removalRequests,
} from '../domain/own-reports.ts'
import { ApiRoutes, collectionId } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { limited } from '../http/limited.ts'
import { requireUser } from '../http/session.ts'

/** Contributors see, correct and withdraw reports (S12) or ask for removal. Guests send a report's key. */
export function ownReportRoutes(context: Context): Hono<Env> {
  const lookUps = limited(context, 'look-ups from address')
  return new ApiRoutes()
    .serve(ownReports.getOwnReportKey, async (c, input) => {
      const person = requireUser(c)
      const { id } = await input()
      return { key: await keyForContributor(context, person.id, id) }
    })
    .serve(ownReports.getOwnReport, [lookUps], async (_, input) =>
      readOwnReport(context, await input()),
    )
    .serve(ownReports.askForRemoval, [lookUps], async (_, input) =>
      askForRemoval(context, await input()),
    )
    .serve(ownReports.correctOwnReport, [lookUps], async (_, input) => {
      const { changes, ...own } = await input()
      const report = await correctReport(context, own, changes)
      context.notices.soon()
      context.feed.wake()
      return report
    })
    .serve(ownReports.withdrawOwnReport, [lookUps], async (_, input) => {
      const { isWithdrawn, ...own } = await input()
      const report = await withdrawReport(context, own, isWithdrawn)
      context.notices.soon()
      context.feed.wake()
      return report
    })
    .serve(ownReports.getRemovalRequests, async (c) => {
      const { id } = requireUser(c)
      const collection = collectionId(c.req.param('id'))
      return { requests: await removalRequests(context.database, id, collection) }
    })
}
