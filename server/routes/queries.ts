import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { runQuery } from '../../shared/api/queries.ts'
import type { Context } from '../context.ts'
import { runNamedQuery } from '../domain/queries.ts'
import { ApiRoutes, readJson } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { limitedAtOnce, limitedToPerson } from '../http/limited.ts'
import { requireUser } from '../http/session.ts'

const MOST_AT_ONCE = 24 // per person: more than a screen sends on each of their devices

/** For devices whose replica is not ready (S10). */
export function queryRoutes(context: Context): Hono<Env> {
  return new ApiRoutes().serve(
    runQuery,
    // Compression comes last, so that refusals cost little.
    [limitedAtOnce(MOST_AT_ONCE), limitedToPerson(context, 'queries of person'), compress()],
    async (c, input) => {
      const { id } = requireUser(c)
      const { args } = await input()
      return runNamedQuery(context.database, id, c.req.param('name'), readJson(args))
    },
  )
}
