/*
 * Calls are declared in shared/api/, one file for each of server/routes/, and used by both sides:
 * server/http/api-routes.ts and web/api/request.ts. Files, streams, uploads and webhooks are not declared.
 */
import type * as z from 'zod/mini'

/** One call of the HTTP API. The server parses its input by it, the browser its output. */
export interface ApiCall<
  Path extends string = string,
  Input = unknown,
  Parsed = unknown,
  Output = unknown,
> {
  method: 'GET' | 'POST'
  /** Below `/api`, with parameters as in `/collections/:id`. */
  path: Path
  /** Schema of a GET's query or a POST's JSON body; undefined when the call has no input. */
  input: z.ZodMiniType<Parsed, Input> | undefined
  /** Schema of the response's JSON; undefined when the response has no body (204). */
  output: Parser<Output> | undefined
}

export interface Parser<Output> {
  parse(value: unknown): Output // throws for a value of another shape
}

/**
 * Declares a POST call.
 *
 * @example post('/email/confirm', { input: emailLink, output: z.object({ email: z.string() }) })
 */
export function post<
  const Path extends string,
  Input = undefined,
  Parsed = undefined,
  Output = undefined,
>(
  path: Path,
  { input, output }: Schemas<Input, Parsed, Output> = {},
): ApiCall<Path, Input, Parsed, Output> {
  return { method: 'POST', path, input, output }
}

export function get<
  const Path extends string,
  Input extends Record<string, string | undefined> | undefined = undefined,
  Parsed = undefined,
  Output = undefined,
>(
  path: Path,
  { input, output }: Schemas<Input, Parsed, Output> = {},
): ApiCall<Path, Input, Parsed, Output> {
  return { method: 'GET', path, input, output }
}

interface Schemas<Input, Parsed, Output> {
  input?: z.ZodMiniType<Parsed, Input>
  output?: Parser<Output>
}
