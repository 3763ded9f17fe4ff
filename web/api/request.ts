import type { ApiCall } from '../../shared/api-call.ts'
import { AppError } from '../../shared/errors.ts'
import { PERSON_HEADER } from '../../shared/person-header.ts'
import { invalidResponse, noConnection, parseErrorResponse } from './error-response.ts'

const TIME_LIMIT_MS = 20_000

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

interface Common {
  signal?: AbortSignal | undefined
  /** Person the request is sent for; the server rejects it if someone else is signed in. null sends it without a person. */
  as?: string | null
}

type Options<Path extends string, Input> = Common &
  ([ParamsOf<Path>] extends [never] ? unknown : { params: Record<ParamsOf<Path>, string> }) &
  (undefined extends Input ? unknown : { input: Input })

/**
 * Throws the server's error as AppError, or `unavailable`: without a response, for one of another shape, after the
 * timeout, or when `signal` aborts.
 *
 * @example const { exists } = await request(hasReported, { params: { id }, input: { email, token } })
 */
export async function request<Path extends string, Input, Output>(
  call: ApiCall<Path, Input, unknown, Output>,
  ...[options]: Common extends Options<Path, Input>
    ? [options?: Common]
    : [options: Options<Path, Input>]
): Promise<Output>
export async function request(
  { method, path, output }: ApiCall,
  options: Common & { params?: Record<string, string>; input?: object } = {},
): Promise<unknown> {
  const { params = {}, input, signal, as } = options
  const isBody = method === 'POST' && input !== undefined
  const query = method === 'GET' && input !== undefined ? `?${queryOf(input)}` : ''
  const response = await reach(`/api${withParams(path, params)}${query}`, {
    method,
    headers: {
      ...(isBody ? { 'Content-Type': 'application/json' } : {}),
      ...(as ? { [PERSON_HEADER]: as } : {}),
    },
    ...(isBody ? { body: JSON.stringify(input) } : {}),
    signal: withLimit(signal),
    credentials: as === null ? 'omit' : 'same-origin',
  })
  const body = await bodyOf(response)
  try {
    return output?.parse(body)
  } catch (cause) {
    throw invalidResponse(cause)
  }
}

function withParams(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryOf(input: object): URLSearchParams {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined)
  return new URLSearchParams(pairs)
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw invalidResponse(cause)
  }
}

/** Returns a signal that aborts after `ms`, or when `signal` does. */
export function withLimit(signal?: AbortSignal, ms = TIME_LIMIT_MS): AbortSignal {
  const limit = AbortSignal.timeout(ms)
  if (!signal) return limit
  // AbortSignal.any is missing in older supported browsers.
  const either = new AbortController()
  for (const one of [limit, signal]) {
    one.addEventListener('abort', () => either.abort(one.reason), { signal: either.signal })
    if (one.aborted) either.abort(one.reason)
  }
  return either.signal
}

export async function download(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await reach(path, { signal })
  return response.blob().catch((cause) => {
    throw new AppError('unavailable', 'La descarga se cortó. Intenta nuevamente.', { cause })
  })
}

/** Throws unless the server responds with success. */
async function reach(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause) => {
    throw noConnection(cause)
  })
  if (response.ok) return response
  const body = await bodyOf(response).catch(() => undefined)
  throw parseErrorResponse(body, response.headers.get('Retry-After')) ?? invalidResponse()
}
