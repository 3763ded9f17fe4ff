import type { Hono } from 'hono'
import * as z from 'zod/mini'
import * as api from '../../shared/api/sellers.ts'
import { AppError } from '../../shared/errors.ts'
import { links } from '../../shared/links.ts'
import type { Connection } from '../../shared/seller.ts'
import type { Context } from '../context.ts'
import { disconnectSeller } from '../domain/payments/reconcile-payments.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { requireUser } from '../http/session.ts'

/** Mercado Pago returns the browser to `GET /account/mercado-pago/return`, which redirects to the profile. */
export function sellerRoutes(context: Context): Hono<Env> {
  const { sellers, limits, logError } = context
  return new ApiRoutes()
    .serve(api.getSeller, async (c) => ({ seller: await sellers.find(requireUser(c).id) }))
    .serve(api.connectSeller, async (c) => {
      const { id } = requireUser(c)
      await limits.count('accounts connected by person', id)
      const url = await sellers.begin(id, c.get('sessionToken') ?? '')
      return { url: url.href }
    })
    .serve(api.disconnectSeller, async (c) => {
      await disconnectSeller(context, requireUser(c).id)
      context.feed.wake()
    })
    .get('/account/mercado-pago/return', async (c) => {
      const user = c.get('user')
      const session = c.get('sessionToken')
      // The browser is navigating, so it needs a page, not JSON.
      if (!user || !session) return c.redirect(links.login(links.profile()))
      const to = (connection: Connection) => c.redirect(links.profileAfterConnecting(connection))
      if (c.req.query('error') === 'access_denied') return to('cancelled')
      try {
        await limits.count('return from provider to address', c.get('address'))
        await sellers.finish(user.id, session, returnQuery.parse(c.req.query()))
        await sellers.makeCheckoutsDue(user.id)
        return to('connected')
      } catch (error) {
        if (error instanceof AppError) {
          return to(error.code === 'unavailable' ? 'unavailable' : 'failed')
        }
        if (!(error instanceof z.core.$ZodError)) logError(error, 'seller not connected')
        return to('failed')
      }
    })
}

const returnQuery = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(2_000)),
  state: z.string().check(z.minLength(1), z.maxLength(200)),
})
