import { Hono, type MiddlewareHandler, type Context as Request } from 'hono'
import type * as z from 'zod/mini'
import type { ApiCall } from '../../shared/api-call.ts'
import { AppError } from '../../shared/errors.ts'
import { isId } from '../../shared/id.ts'
import { collectionGone } from '../../shared/mutations/owned-collection.ts'
import { parse } from '../../shared/validation.ts'
import type { Env } from './env.ts'

/** Throws AppError('invalid-input'). Handlers call it only after checking the person's rights. */
type ReadInput<Parsed> = () => Promise<Parsed>

type Handler<Path extends string, Parsed, Output> = (
  c: Request<Env, Path>,
  input: ReadInput<Parsed>,
) => Output | Promise<Output>

/** Router for the calls that shared/api declares: parses each input by its declaration (A9). */
export class ApiRoutes extends Hono<Env> {
  /**
   * Adds the route of a call. Responds with the handler's value as JSON, or 204 without one.
   *
   * @example serve(confirmEmail, [limited(context, 'links from address')], async (_, input) => …)
   */
  serve<Path extends string, Parsed, Output>(
    call: ApiCall<Path, unknown, Parsed, Output>,
    ...rest:
      | [handler: Handler<Path, Parsed, Output>]
      | [middleware: MiddlewareHandler<Env>[], handler: Handler<Path, Parsed, Output>]
  ): this {
    const [middleware, handler] = rest.length === 1 ? [[], rest[0]] : rest
    this.on(call.method, [call.path], ...middleware, async (c: Request<Env, Path>) => {
      const value = await handler(c, () => inputOf(c, call))
      return value === undefined ? c.body(null, 204) : c.json(value)
    })
    return this
  }
}

async function inputOf<Parsed>(
  c: Request,
  { method, path, input }: ApiCall<string, unknown, Parsed>,
): Promise<Parsed> {
  if (!input) throw new TypeError(`${path} has no input.`)
  return method === 'GET' ? parse(input, queryOf(c)) : jsonBody(c, input)
}

/** Returns the query. Several values of one name become one text, which no schema accepts. */
function queryOf(c: Request): Record<string, string> {
  const all = Object.entries(c.req.queries())
  return Object.fromEntries(all.map(([name, values]) => [name, values.join(',')]))
}

async function jsonBody<Schema extends z.ZodMiniType>(
  c: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = readJson(await c.req.text())
  if (typeof body !== 'object' || body === null) {
    throw new AppError('invalid-input', 'Los datos no son válidos.')
  }
  return parse(schema, body)
}

/** Throws AppError('invalid-input'), also for the character U+0000, which Postgres cannot store. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (holdsNul(key) || holdsNul(value)) throw new SyntaxError('U+0000')
      return value
    })
  } catch (cause) {
    throw new AppError('invalid-input', 'Los datos no son válidos.', { cause })
  }
}

function holdsNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}

/** Throws AppError('not-found') for an invalid id, such as in a link that lost some characters. */
export function collectionId(text: string): string {
  const id = text.toLowerCase()
  if (!isId(id)) throw collectionGone()
  return id
}
