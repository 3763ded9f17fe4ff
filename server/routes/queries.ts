import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Context } from '../context.ts'
import { answerQuery } from '../domain/queries.ts'
import type { Env } from '../http/env.ts'
import { limitedAtOnce, limitedToPerson } from '../http/limited.ts'
import { readJson } from '../http/read-json.ts'
import { requireUser } from '../http/session.ts'

/** Requests of one person at once: more than a screen sends on each of their devices. */
const MOST_AT_ONCE = 24

/**
 * `GET /query/:name?args=<JSON>`: runs a named query of shared/queries for the signed-in person. `args` defaults
 * to `{}`.
 */
export function queryRoutes(context: Context): Hono<Env> {
  return new Hono<Env>().get(
    '/query/:name',
    compress(),
    limitedAtOnce(MOST_AT_ONCE),
    limitedToPerson(context, 'queries of person'),
    async (c) => {
      const { id } = requireUser(c)
      const args = readJson(c.req.query('args') ?? '{}')
      return c.json(await answerQuery(context.database, id, c.req.param('name'), args))
    },
  )
}
