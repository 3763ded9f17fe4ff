import type { Hono } from 'hono'
import { getInstallation } from '../../shared/api/start.ts'
import type { Context } from '../context.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'

export function configRoutes({ config, payments }: Context): Hono<Env> {
  const { origin, paymentQrCurrency, supportEmail } = config
  const google = config.google !== undefined
  const analytics = config.analytics !== undefined
  const checkout = payments.map(({ method }) => method)
  return new ApiRoutes().serve(getInstallation, () => ({
    origin,
    paymentQrCurrency,
    supportEmail,
    google,
    analytics,
    checkout,
  }))
}
