import { AppError, type ErrorCode } from '../../shared/errors.ts'

/** How long a person waits before we say that the server does not answer. */
const TIME_LIMIT_MS = 20_000

/**
 * Asks the server for JSON. Throws an AppError: the server's own refusal, or `unavailable` when
 * nothing came back.
 */
export async function request<Answer>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await reach(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  })
  const text = await response.text().catch(() => '')
  const answer = parseJson(text)
  if (response.ok) return answer as Answer
  throw refusalOf(answer)
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

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A9: `{ error, code, field? }`; a proxy in between may answer with something else. */
function refusalOf(answer: unknown): AppError {
  if (typeof answer === 'object' && answer !== null && 'error' in answer && 'code' in answer) {
    const { error, code, field } = answer as { error: string; code: ErrorCode; field?: string }
    return new AppError(code, error, field === undefined ? {} : { field })
  }
  return new AppError('unavailable', 'El servidor no respondió bien. Intenta nuevamente.')
}
