import type { Context as Request } from 'hono'
import type * as z from 'zod/mini'
import { AppError } from '../../shared/errors.ts'
import { parse } from '../../shared/validation.ts'
import { readJson } from './read-json.ts'

/** Parses the request's body with `schema`. Throws AppError('invalid-input'). */
export async function jsonBody<Schema extends z.ZodMiniType>(
  c: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = readJson(await c.req.text())
  if (typeof body !== 'object' || body === null) {
    throw new AppError('invalid-input', 'Los datos no son válidos.')
  }
  return parse(schema, body)
}
