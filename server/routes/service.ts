import type { Hono } from 'hono'
import { getInstallation } from '../../shared/api/start.ts'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { isDatabaseUp } from '../domain/outage-errors.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'

/** `GET /health` is 200 while the process runs, `GET /ready` is 503 when load balancers should send no requests. */
export function serviceRoutes({ config, database, disk, payments, stopping }: Context): Hono<Env> {
  const { origin, paymentQrCurrency, supportEmail } = config
  const installation = {
    origin,
    paymentQrCurrency,
    supportEmail,
    google: config.google !== undefined,
    analytics: config.analytics !== undefined,
    checkout: payments.map(({ method }) => method),
  }
  return new ApiRoutes()
    .serve(getInstallation, () => installation)
    .get('/health', (c) => c.json({ ok: true }))
    .get('/ready', async (c) => {
      if (stopping.signal.aborted)
        throw new AppError('unavailable', 'El servidor se está cerrando.')
      if (!(await isDatabaseUp(database)))
        throw new AppError('unavailable', 'La base de datos no responde.')
      if (await disk.takesWrites()) return c.json({ ok: true })
      throw new AppError('unavailable', 'No se puede guardar nada: revisa el espacio en el disco.')
    })
}
