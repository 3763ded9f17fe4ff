import { Hono, type Context as Request } from 'hono'
import { type CheckoutMethod, checkoutRequest } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { hearNotice } from '../domain/payments/hear-notice.ts'
import { getPaymentProgress } from '../domain/payments/payment-progress.ts'
import { startCheckout } from '../domain/payments/start-checkout.ts'
import { collectionId } from '../http/collection-id.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { limited } from '../http/limited.ts'

/**
 * Contributions that are paid through a provider. Amounts are whole centavos.
 * `POST /collections/:id/checkout` CheckoutRequest -> Checkout: where to pay ·
 * `GET /payments/:reference` -> PaymentProgress, for the page to which the provider returns ·
 * `POST /webhooks/mercadopago`, `POST /webhooks/modo`: a provider's notice -> 200 when it is processed, 403 when its
 * signature is wrong or old, 503 when the provider should send it again.
 */
export function paymentRoutes(context: Context): Hono<Env> {
  return new Hono<Env>()
    .post('/collections/:id/checkout', async (c) => {
      const id = collectionId(c.req.param('id'))
      const request = await jsonBody(c, checkoutRequest)
      const reporter = { user: c.get('user'), address: c.get('address') }
      try {
        return c.json(await startCheckout(context, id, request, reporter), 201)
      } finally {
        context.feed.wake()
      }
    })
    .get('/payments/:reference', limited(context, 'payments looked at from address'), async (c) =>
      c.json(await getPaymentProgress(context.database, c.req.param('reference'))),
    )
    .post('/webhooks/mercadopago', (c) => hear('MercadoPago', c))
    .post('/webhooks/modo', (c) => hear('MODO', c))

  async function hear(method: CheckoutMethod, c: Request<Env>) {
    const provider = context.payments.find((offered) => offered.method === method)
    if (!provider) throw new AppError('not-found', 'No encontramos lo que buscas.')
    await hearNotice(context, provider, {
      query: new URL(c.req.url).searchParams,
      header: (name) => c.req.header(name),
      body: await c.req.text(),
    })
    context.feed.wake()
    return c.json({ ok: true })
  }
}
