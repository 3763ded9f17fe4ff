import type { Hono } from 'hono'
import * as collections from '../../shared/api/collections.ts'
import { getCollection } from '../../shared/api/start.ts'
import type { Contribution } from '../../shared/contribution.ts'
import { csvRequest } from '../../shared/contributions-csv.ts'
import { parse } from '../../shared/validation.ts'
import type { Context } from '../context.ts'
import { complain } from '../domain/complaints.ts'
import { contributionsCsv } from '../domain/contributions-csv.ts'
import { assertFormToken } from '../domain/form-token.ts'
import { keyOfReport } from '../domain/own-reports.ts'
import { choosePicture } from '../domain/pictures/chosen-picture.ts'
import { getContributionForm } from '../domain/public-collections.ts'
import { receiptCapability } from '../domain/receipts/capability.ts'
import { hasReported } from '../domain/reports.ts'
import { reserveAmount, uncountAmount } from '../domain/reserved-amounts.ts'
import { ApiRoutes, collectionId } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { limited } from '../http/limited.ts'
import { quickCompression } from '../http/quick-compression.ts'
import { requireUser, userOrGuest } from '../http/session.ts'

/** For spreadsheets: `GET /collections/:id/contributions.csv?search&state&method&separator`. */
export function collectionRoutes(context: Context): Hono<Env> {
  return new ApiRoutes()
    .serve(getCollection, (c) => getContributionForm(context, collectionId(c.req.param('id'))))
    .serve(collections.fileReport, async (c, input) => {
      const id = collectionId(c.req.param('id'))
      const report = await input()
      const user = userOrGuest(c)
      const { contribution, repeated } = await context.reports.file(id, report, {
        user,
        address: c.get('address'),
      })
      context.feed.wake()
      context.notices.soon()
      if (!repeated) await uncountAmount(context, contribution, c.get('address'))
      const receipt = report.hasReceipt ? receiptTicket(context, contribution) : null
      const key = user ? null : keyOfReport(context.secret, contribution.id)
      c.status(repeated ? 200 : 201)
      return { contribution, receipt, key }
    })
    .serve(
      collections.reserveAmount,
      [limited(context, 'amounts from address')],
      async (c, input) => {
        const id = collectionId(c.req.param('id'))
        return reserveAmount(context, id, await input(), c.get('address'))
      },
    )
    .serve(collections.choosePicture, async (c, input) => {
      const { id } = requireUser(c)
      const { jpeg } = await input()
      return {
        picture: await choosePicture(context, id, collectionId(c.req.param('id')), jpeg),
      }
    })
    .serve(collections.complain, async (c, input) => {
      const id = collectionId(c.req.param('id'))
      await complain(context, id, await input(), c.get('address'))
    })
    .serve(
      collections.hasReported,
      [limited(context, 'look-ups from address')],
      async (c, input) => {
        const id = collectionId(c.req.param('id'))
        const { email, token } = await input()
        assertFormToken(context.secret, id, token, context.now())
        await context.limits.count('look-ups of collection from address', id, c.get('address'))
        return { exists: await hasReported(context.database, id, email) }
      },
    )
    .get('/collections/:id/contributions.csv', quickCompression, async (c) => {
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

function receiptTicket(
  { secret, now }: Context,
  { id, receipt }: Contribution,
): collections.ReceiptTicket {
  return { capability: receiptCapability(secret, id, now()), attached: receipt === 'attached' }
}
