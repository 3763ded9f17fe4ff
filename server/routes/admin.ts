import { Hono } from 'hono'
import { statisticsRequest } from '../../shared/statistics.ts'
import { parse } from '../../shared/validation.ts'
import type { Context } from '../context.ts'
import { statistics } from '../domain/statistics.ts'
import type { Env } from '../http/env.ts'
import { requireAdministrator } from '../http/session.ts'

/** For administrators (A8). `GET /admin/statistics?days=7` -> Statistics. */
export function adminRoutes({ database, now }: Context): Hono<Env> {
  return new Hono<Env>().get('/admin/statistics', async (c) => {
    requireAdministrator(c)
    const { days } = parse(statisticsRequest, c.req.query())
    return c.json(await statistics(database, days, now()))
  })
}
