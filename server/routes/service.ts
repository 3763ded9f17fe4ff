import { Hono } from 'hono'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { isAnswering } from '../domain/is-answering.ts'
import type { Env } from '../http/env.ts'

/** `GET /health`: the process lives. `GET /ready`: its database answers too, else 503. */
export function serviceRoutes({ database }: Context): Hono<Env> {
  return new Hono<Env>()
    .get('/health', (c) => c.json({ ok: true }))
    .get('/ready', async (c) => {
      if (await isAnswering(database)) return c.json({ ok: true })
      throw new AppError('unavailable', 'La base de datos no responde.')
    })
}
