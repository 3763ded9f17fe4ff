import { newId } from '../../shared/id.ts'
import type { MutationOutcome } from '../../shared/named-mutation.ts'
import { assertDeclared } from './declared-calls.ts'

/** Handles requests: the app itself, or a server. */
export interface Front {
  fetch(path: string, init?: RequestInit): Response | Promise<Response>
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test that reads a missing field fails
  body: any
}

export type Visitor = ReturnType<typeof visitor>

/**
 * A client of the server that stores cookies as a browser does and sends JSON. Throws when a response has another
 * shape than its call declares.
 */
export function visitor(front: Front, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()

  async function send(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await front.fetch(path, {
      method,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...more,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const answer = isJson ? JSON.parse(text) : text
    if (isJson && response.ok) assertDeclared(method, path, answer)
    return { status: response.status, headers: response.headers, body: answer }
  }

  return {
    cookies,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),

    query: (name: string, args: unknown = {}) =>
      send('GET', `/api/query/${name}?args=${encodeURIComponent(JSON.stringify(args))}`),

    /** Sends one mutation and returns its outcome. */
    async mutate(name: string, args: unknown, id = newId()): Promise<MutationOutcome> {
      const { body } = await send('POST', '/api/sync/mutations', {
        mutations: [{ id, name, args }],
      })
      return body.outcomes[0]
    },
  }
}
