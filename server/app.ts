import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import type { Context } from './context.ts'
import { limitBody } from './http/body-limit.ts'
import { withAddress } from './http/client-address.ts'
import { endUnreadBody } from './http/end-unread-body.ts'
import type { Env } from './http/env.ts'
import { errorResponse, notFound } from './http/error-response.ts'
import { originGuard } from './http/origin-guard.ts'
import { pages } from './http/pages.ts'
import { scriptHashes } from './http/program-start.ts'
import { measured, requestId } from './http/request-log.ts'
import { noStore, securityHeaders } from './http/security-headers.ts'
import { withSession } from './http/session.ts'
import { accountRoutes } from './routes/accounts.ts'
import { adminRoutes } from './routes/admin.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { collectionRoutes } from './routes/collections.ts'
import { emailRoutes } from './routes/emails.ts'
import { googleRoutes } from './routes/google.ts'
import { mutationRoutes } from './routes/mutations.ts'
import { ownAccountRoutes } from './routes/own-account.ts'
import { ownReportRoutes } from './routes/own-reports.ts'
import { paymentRoutes } from './routes/payments.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { pushRoutes } from './routes/push.ts'
import { queryRoutes } from './routes/queries.ts'
import { receiptRoutes } from './routes/receipts.ts'
import { sellerRoutes } from './routes/sellers.ts'
import { serviceRoutes } from './routes/service.ts'
import { sessionRoutes } from './routes/session.ts'
import { syncRoutes } from './routes/sync.ts'
import { uploadRoutes } from './routes/uploads.ts'

const BUILT_PAGES = fileURLToPath(new URL('../web/dist', import.meta.url))

export function createApp(context: Context, pagesFolder = BUILT_PAGES): Hono<Env> {
  const app = new Hono<Env>()
  app.onError(errorResponse(context.logError))
  app.notFound(notFound)
  app.use(
    requestId(context.config),
    measured(context),
    securityHeaders(context.config, scriptHashes(pagesFolder)),
    endUnreadBody,
    withAddress(context.config),
  )

  app.use('/api/*', noStore, originGuard(context.config))
  // Before the body limit: uploads have a limit of their own.
  app.route('/api', uploadRoutes(context))
  app.use('/api/*', limitBody)
  app.route('/api', serviceRoutes(context))
  app.route('/api', pictureRoutes(context))
  app.route('/api', analyticsRoutes(context))

  app.use('/api/*', withSession(context))
  app.route('/api', sessionRoutes(context))
  app.route('/api', googleRoutes(context))
  app.route('/api', accountRoutes(context))
  app.route('/api', ownAccountRoutes(context))
  app.route('/api', sellerRoutes(context))
  app.route('/api', collectionRoutes(context))
  app.route('/api', emailRoutes(context))
  app.route('/api', pushRoutes(context))
  app.route('/api', ownReportRoutes(context))
  app.route('/api', paymentRoutes(context))
  app.route('/api', receiptRoutes(context))
  app.route('/api', adminRoutes(context))
  app.route('/api', queryRoutes(context))
  app.route('/api', mutationRoutes(context))
  app.route('/api', syncRoutes(context))
  app.all('/api/*', notFound)

  app.route('/', pages(context, pagesFolder))
  return app
}
