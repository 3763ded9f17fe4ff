import type { Hono, Context as Request } from 'hono'
import * as payments from '../../shared/api/payments.ts'
import type { CheckoutMethod } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { getPaymentProgress } from '../domain/payments/payment-progress.ts'
import { processWebhook } from '../domain/payments/process-webhook.ts'
import { startCheckout } from '../domain/payments/start-checkout.ts'
import { ApiRoutes, collectionId } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { limited } from '../http/limited.ts'
import { userOrGuest } from '../http/session.ts'

/** Webhooks, `POST /webhooks/…`, return 200 when processed, 403 for an invalid signature, 503 to be sent again. */
export function paymentRoutes(context: Context): Hono<Env> {
  return new ApiRoutes()
    .serve(payments.startCheckout, async (c, input) => {
      const id = collectionId(c.req.param('id'))
      const reporter = { user: userOrGuest(c), address: c.get('address') }
      const request = await input()
      try {
        c.status(201)
        return await startCheckout(context, id, request, reporter)
      } finally {
        context.feed.wake()
      }
    })
    .serve(payments.getPayment, [limited(context, 'payments looked at from address')], (c) =>
      getPaymentProgress(context.database, c.req.param('reference')),
    )
    .post('/webhooks/mercadopago', (c) => handleWebhook('MercadoPago', c))
    .post('/webhooks/modo', (c) => handleWebhook('MODO', c))

  async function handleWebhook(method: CheckoutMethod, c: Request<Env>) {
    const provider = context.payments.find((offered) => offered.method === method)
    if (!provider) throw new AppError('not-found', 'No encontramos lo que buscas.')
    await processWebhook(context, provider, {
      query: new URL(c.req.url).searchParams,
      header: (name) => c.req.header(name),
      body: await c.req.text(),
    })
    context.feed.wake()
    context.notices.soon()
    return c.json({ ok: true })
  }
}
