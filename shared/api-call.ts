/*
 * The HTTP API is declared call by call in shared/api/, one file for each file of server/routes/. The server serves a
 * declared call (server/http/api-routes.ts) and the browser sends it (web/api/request.ts), so that path, input and
 * output of both come from one place. Files, streams, uploads and webhooks are not declared.
 */
import type * as z from 'zod/mini'

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

/** A schema of zod is one. */
export interface Parser<Output> {
  /** Throws for a value of another shape. */
  parse(value: unknown): Output
}

/** @example post('/email/confirm', { input: emailLink, output: z.object({ email: z.string() }) }) */
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

/** A query consists of texts. */
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
