import { AppError } from '../../shared/errors.ts'
import { PERSON_HEADER } from '../../shared/person-header.ts'
import { refusalIn } from './refusal-in.ts'

/** How long a person waits before we say that the server does not answer. */
const TIME_LIMIT_MS = 20_000

/**
 * Asks the server for JSON. Throws an AppError: the server's own refusal, or `unavailable` when
 * nothing came back, in time or before `signal` said to give up.
 */
export async function request<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  /** As this person, and refused where another one or nobody is signed in; null: as nobody, whoever is. */
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

/** Undefined where there is none. A body that was cut off, or is no JSON, is no answer of ours. */
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
  // AbortSignal.any is younger than the browsers we serve.
  const either = new AbortController()
  for (const one of [limit, signal]) {
    one.addEventListener('abort', () => either.abort(one.reason))
    if (one.aborted) either.abort(one.reason)
  }
  return either.signal
}

/** Fetches a file, for as long as it takes. Throws like `request`. */
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
