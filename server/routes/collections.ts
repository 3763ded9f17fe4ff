import { Hono } from 'hono'
import { complaint } from '../../shared/complaint.ts'
import { type Contribution, contributionReport } from '../../shared/contribution.ts'
import { csvRequest } from '../../shared/contributions-csv.ts'
import type { ReceiptTicket } from '../../shared/receipt.ts'
import { emailAddress } from '../../shared/user.ts'
import { parse } from '../../shared/validation.ts'
import type { Context } from '../context.ts'
import { complain, suspensionOf } from '../domain/complaints.ts'
import { contributionsCsv } from '../domain/contributions-csv.ts'
import { assertFormToken } from '../domain/form-token.ts'
import { keyOfReport } from '../domain/own-reports.ts'
import { getContributionForm } from '../domain/public-collections.ts'
import { receiptCapability } from '../domain/receipts/capability.ts'
import { hasReported } from '../domain/reports.ts'
import { collectionId } from '../http/collection-id.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { limited } from '../http/limited.ts'
import { quickCompression } from '../http/quick-compression.ts'
import { requireUser, userOrGuest } from '../http/session.ts'

/**
 * Requests that anyone with a collection's link may send. Amounts are whole centavos.
 * `GET /collections/:id` -> PublicCollection ·
 * `POST /collections/:id/contributions` ContributionReport -> `{contribution, receipt, key}`: 201, or 200
 * when the same report had come before; `receipt` is a ReceiptTicket when one was announced, or null; `key`
 * opens a guest's own report, and is null for a person with an account ·
 * `GET /collections/:id/contributions/exists?email=&token=` -> `{exists}`: whether it reported here before;
 * `token` is the `formToken` of the collection ·
 * `POST /collections/:id/complaints` Complaint -> 204.
 * And for its organiser alone: `GET /collections/:id/suspension` -> `{suspension}`, a Suspension or null ·
 * `GET /collections/:id/contributions.csv?search&state&method&separator` -> a file for spreadsheets
 */
export function collectionRoutes(context: Context): Hono<Env> {
  return new Hono<Env>()
    .get('/collections/:id', async (c) =>
      c.json(await getContributionForm(context, collectionId(c.req.param('id')))),
    )
    .post('/collections/:id/contributions', async (c) => {
      const id = collectionId(c.req.param('id'))
      const report = await jsonBody(c, contributionReport)
      const user = userOrGuest(c)
      const { contribution, repeated } = await context.reports.file(id, report, {
        user,
        address: c.get('address'),
      })
      context.feed.wake()
      const receipt = report.hasReceipt ? ticketFor(context, contribution) : null
      const key = user ? null : keyOfReport(context.secret, contribution.id)
      return c.json({ contribution, receipt, key }, repeated ? 200 : 201)
    })
    .post('/collections/:id/complaints', async (c) => {
      const id = collectionId(c.req.param('id'))
      await complain(context, id, await jsonBody(c, complaint), c.get('address'))
      return c.body(null, 204)
    })
    .get('/collections/:id/suspension', async (c) => {
      const { id: personId } = requireUser(c)
      const id = collectionId(c.req.param('id'))
      return c.json({ suspension: await suspensionOf(context.database, id, personId) })
    })
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
    .get(
      '/collections/:id/contributions/exists',
      limited(context, 'look-ups from address'),
      async (c) => {
        const id = collectionId(c.req.param('id'))
        assertFormToken(context.secret, id, c.req.query('token') ?? '', context.now())
        // Several addresses become one text that is not an address, so that a list is rejected.
        const asked = c.req.queries('email')?.join(',')
        const email = parse(emailAddress('Por favor, ingresa tu email'), asked)
        await context.limits.count('look-ups of collection from address', id, c.get('address'))
        return c.json({ exists: await hasReported(context.database, id, email) })
      },
    )
}

function ticketFor({ secret, now }: Context, { id, receipt }: Contribution): ReceiptTicket {
  return { capability: receiptCapability(secret, id, now()), attached: receipt === 'attached' }
}
