import { Hono } from 'hono'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { isAnswering } from '../domain/is-answering.ts'
import type { Env } from '../http/env.ts'

/** `GET /ready`: 503 when load balancers should send no requests. */
export function serviceRoutes({ database, disk, stopping }: Context): Hono<Env> {
  return new Hono<Env>()
    .get('/health', (c) => c.json({ ok: true }))
    .get('/ready', async (c) => {
      if (stopping.signal.aborted)
        throw new AppError('unavailable', 'El servidor se está cerrando.')
      if (!(await isAnswering(database)))
        throw new AppError('unavailable', 'La base de datos no responde.')
      if (await disk.takesWrites()) return c.json({ ok: true })
      throw new AppError('unavailable', 'No se puede guardar nada: revisa el espacio en el disco.')
    })
}
