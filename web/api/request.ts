import { AppError } from '../../shared/errors.ts'
import { PERSON_HEADER } from '../../shared/person-header.ts'
import { refusalIn } from './refusal-in.ts'

/** Timeout: a person is waiting. */
const TIME_LIMIT_MS = 20_000

/**
 * Sends a request and returns its JSON. Throws an AppError: the server's error, or `unavailable` without a response,
 * after the timeout, or when `signal` aborts.
 */
export async function request<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  /** Person the request is sent for; the server rejects it if someone else is signed in. null sends it without a person. */
  as?: string | null,
): Promise<Answer> {
  const response = await reach(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(as ? { [PERSON_HEADER]: as } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: withLimit(signal),
    credentials: as === null ? 'omit' : 'same-origin',
  })
  if (!response.ok) throw refusalOf(await bodyOf(response).catch(() => undefined), response)
  return (await bodyOf(response)) as Answer
}

/** Returns undefined without a body. Throws for an incomplete body and for invalid JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw noAnswer(cause)
  }
}

function withLimit(signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS)
  if (!signal) return limit
  // AbortSignal.any is missing in older supported browsers.
  const either = new AbortController()
  for (const one of [limit, signal]) {
    one.addEventListener('abort', () => either.abort(one.reason))
    if (one.aborted) either.abort(one.reason)
  }
  return either.signal
}

/** Downloads a file, without a timeout. Throws like `request`. */
export async function download(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await reach(path, { signal })
  if (!response.ok) throw refusalOf(await bodyOf(response).catch(() => undefined), response)
  return response.blob().catch((cause) => {
    throw new AppError('unavailable', 'La descarga se cortó. Intenta nuevamente.', { cause })
  })
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'No hay conexión con el servidor. Revisa tu conexión e intenta nuevamente.',
      { cause },
    )
  }
}

function refusalOf(answer: unknown, { headers }: Response): AppError {
  return refusalIn(answer, headers.get('Retry-After')) ?? noAnswer()
}

function noAnswer(cause?: unknown): AppError {
  return new AppError('unavailable', 'El servidor no respondió bien. Intenta nuevamente.', {
    cause,
  })
}
