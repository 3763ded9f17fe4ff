import { Hono } from 'hono'
import type { Context } from '../context.ts'
import type { Env } from '../http/env.ts'

/** `GET /config`: the settings of this installation that pages need. */
export function configRoutes({ config, payments }: Context): Hono<Env> {
  const { origin, paymentQrCurrency, supportEmail } = config
  const google = config.google !== undefined
  const analytics = config.analytics !== undefined
  const checkout = payments.map(({ method }) => method)
  return new Hono<Env>().get('/config', (c) =>
    c.json({ origin, paymentQrCurrency, supportEmail, google, analytics, checkout }),
  )
}
