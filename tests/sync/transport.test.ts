import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AppError } from '../../shared/errors.ts'
import { createHttpTransport } from '../../web/replica/transport.ts'
import { until } from '../support/until.ts'

const BATCH = { cursor: 'c2', tables: {}, outcomes: [] }

/** A transport whose server always gives this response. */
function answering(answer: () => Response | Promise<Response>, silenceMs?: number) {
  const requests: Request[] = []
  const transport = createHttpTransport({
    personId: 'lucia',
    fetch: async (path, init) => {
      requests.push(new Request(new URL(String(path), 'http://localhost'), init))
      return answer()
    },
    ...(silenceMs === undefined ? {} : { silenceMs }),
  })
  return { requests, transport }
}

/** Returns the events of a stream until it ends. */
async function hear(transport: ReturnType<typeof answering>['transport']) {
  const heard: unknown[] = []
  const error = await new Promise<AppError>((resolve) => {
    transport.follow('c1', null, {
      open: () => heard.push('open'),
      batch: (batch) => heard.push({ batch }),
      restart: (restart) => heard.push(restart),
      beat: () => heard.push('beat'),
      lost: resolve,
    })
  })
  const { code, message, retryAfter } = error
  return { heard, code, message, retryAfter }
}

function refusal(status: number, code: string): Response {
  return Response.json({ error: 'No.', code }, { status })
}

/** A body that sends this and then nothing more, and does not end. */
function unending(text: string): { body: ReadableStream; cancelled: () => boolean } {
  let wasCancelled = false
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    cancel: () => {
      wasCancelled = true
    },
  })
  return { body, cancelled: () => wasCancelled }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a stream', () => {
  it('reports the events of the server, then the end', async () => {
    const text = `data: ${JSON.stringify(BATCH)}\nid: c2\n\nevent: beat\ndata: \n\n`
    const { requests, transport } = answering(() => new Response(text))
    expect(await hear(transport)).toMatchObject({
      heard: ['open', { batch: BATCH }, 'beat'],
      code: 'unavailable',
    })
    expect(requests[0]?.url).toBe('http://localhost/api/sync?cursor=c1')
    expect(requests[0]?.headers.get('Sync-Person')).toBe('lucia')
  })

  it('reports a restart', async () => {
    const text = 'event: restart\ndata: {"restart":"too-old"}\n\n'
    const { transport } = answering(() => new Response(text))
    expect((await hear(transport)).heard).toEqual(['open', { restart: 'too-old' }])
  })

  it('reports a restart for a reason of a newer server', async () => {
    const text = 'event: restart\ndata: {"restart":"moved"}\n\n'
    const { transport } = answering(() => new Response(text))
    expect((await hear(transport)).heard).toEqual(['open', { restart: 'moved' }])
  })

  it.each([
    ['without a cursor', { tables: {}, outcomes: [] }],
    ['without outcomes', { cursor: 'c2', tables: {} }],
    ['with a row without an id', { ...BATCH, tables: { people: { rows: [{}], gone: [] } } }],
    ['with rows that are no list', { ...BATCH, tables: { people: { rows: {}, gone: [] } } }],
    ['with an unreadable outcome', { ...BATCH, outcomes: [{ id: 1 }] }],
  ])('ends at a batch %s, and reports nothing of it', async (_title, batch) => {
    const { transport } = answering(() => new Response(`data: ${JSON.stringify(batch)}\n\n`))
    expect(await hear(transport)).toMatchObject({ heard: ['open'], code: 'unavailable' })
  })

  it('reports a batch with a table of a newer server', async () => {
    const batch = { ...BATCH, tables: { later: { rows: [{ id: 'a', name: 'Ana' }], gone: ['b'] } } }
    const { transport } = answering(() => new Response(`data: ${JSON.stringify(batch)}\n\n`))
    expect((await hear(transport)).heard).toEqual(['open', { batch }])
  })

  it('ends with a pause when there are too many streams, and cancels the response', async () => {
    const { body, cancelled } = unending('event: too-many-streams\ndata: {"retryAfter":60}\n\n')
    const { transport } = answering(() => new Response(body))
    expect(await hear(transport)).toMatchObject({
      heard: ['open'],
      code: 'too-many-requests',
      retryAfter: 60,
    })
    expect(cancelled()).toBe(true)
  })

  it('ends with a pause when the server refuses it', async () => {
    const headers = { 'Retry-After': '30' }
    const { transport } = answering(() =>
      Response.json({ error: 'No.', code: 'too-many-requests' }, { status: 429, headers }),
    )
    expect(await hear(transport)).toMatchObject({
      heard: [],
      code: 'too-many-requests',
      retryAfter: 30,
    })
  })

  it('ends with the session', async () => {
    const { transport } = answering(() => new Response('event: signed-out\ndata: \n\n'))
    expect(await hear(transport)).toMatchObject({
      code: 'not-signed-in',
      message: 'Tu sesión terminó. Inicia sesión nuevamente.',
    })
    const refused = answering(() => refusal(401, 'not-signed-in'))
    expect(await hear(refused.transport)).toMatchObject({ heard: [], code: 'not-signed-in' })
  })

  it('ends when no byte arrives for too long', async () => {
    const { body, cancelled } = unending(': hello\n\n')
    const { transport } = answering(() => new Response(body), 30)
    expect(await hear(transport)).toMatchObject({ heard: ['open'], code: 'unavailable' })
    expect(cancelled()).toBe(true)
  })

  it('ends when the server does not respond', async () => {
    const transport = createHttpTransport({
      personId: 'lucia',
      silenceMs: 30,
      fetch: (_path, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    })
    expect(await hear(transport)).toMatchObject({ heard: [], code: 'unavailable' })
  })

  it('ends when it is closed, and cancels the response', async () => {
    const { body, cancelled } = unending('event: beat\ndata: \n\n')
    const { transport } = answering(() => new Response(body))
    const lost = vi.fn()
    const nothing = () => {}
    const close = await new Promise<() => void>((resolve) => {
      const close = transport.follow('c1', null, {
        open: nothing,
        batch: nothing,
        restart: nothing,
        beat: () => resolve(close),
        lost,
      })
    })
    close()
    await until(() => expect(lost).toHaveBeenCalledOnce())
    expect(cancelled()).toBe(true)
  })

  it('sends the cursor of the last push, by which a restored server is detected', async () => {
    const { requests, transport } = answering(() => new Response(''))
    await new Promise((lost) => {
      const ignore = () => {}
      transport.follow('c1', 'a/2', {
        open: ignore,
        batch: ignore,
        restart: ignore,
        beat: ignore,
        lost,
      })
    })
    expect(requests[0]?.url).toBe('http://localhost/api/sync?cursor=c1&answered=a%2F2')
  })

  it('ends at an event that is cut off', async () => {
    const { transport } = answering(() => new Response('data: {"cursor":\n\n'))
    expect(await hear(transport)).toMatchObject({ heard: ['open'], code: 'unavailable' })
  })
})

describe('a snapshot', () => {
  it('arrives whole, with its cursor', async () => {
    const headers = { 'Sync-Cursor': 'c1', 'Sync-Epoch': 'e1' }
    const { requests, transport } = answering(() => new Response('PGCOPY', { headers }))
    const { cursor, epoch, rows, format } = await transport.snapshot('users')
    expect([cursor, epoch, await rows.text(), format]).toEqual(['c1', 'e1', 'PGCOPY', 'binary'])
    const columns = 'id,email,first_name,last_name,default_bank_account'
    expect(requests[0]?.url).toBe(
      `http://localhost/api/sync/snapshot/users?format=binary&columns=${columns}`,
    )
  })

  it('is empty when the response has no body', async () => {
    const headers = { 'Sync-Cursor': 'c1', 'Sync-Epoch': 'e1' }
    const { transport } = answering(() => new Response(null, { headers }))
    expect(await (await transport.snapshot('users')).rows.text()).toBe('')
  })

  it('comes as CSV from a server of an earlier release', async () => {
    const { transport } = answering(
      () =>
        new Response('"a"\n', {
          headers: {
            'Content-Type': 'text/csv; charset=utf-8',
            'Sync-Cursor': 'c1',
            'Sync-Epoch': 'e1',
          },
        }),
    )
    expect(await transport.snapshot('users')).toMatchObject({ format: 'csv' })
  })

  it.each(['before it begins', 'half way'])(
    'ends %s when it is not wanted any more',
    async (when) => {
      const { body, cancelled } = unending('PGCO')
      const { requests, transport } = answering(() => new Response(body))
      const unwanted = new AbortController()
      if (when === 'before it begins') unwanted.abort()
      const taken = transport.snapshot('users', unwanted.signal)
      if (when === 'half way') {
        await until(() => expect(requests).toHaveLength(1))
        unwanted.abort()
      }
      await expect(taken).rejects.toMatchObject({ code: 'unavailable' })
      expect([requests.length, cancelled()]).toEqual(when === 'half way' ? [1, true] : [0, false])
    },
  )

  it('is rejected when it stops half way, or has no cursor or epoch', async () => {
    const { body } = unending('PGCO')
    const headers = { 'Sync-Cursor': 'c1', 'Sync-Epoch': 'e1' }
    const stuck = answering(() => new Response(body, { headers }), 30)
    await expect(stuck.transport.snapshot('users')).rejects.toMatchObject({ code: 'unavailable' })
    for (const header of ['Date', 'Sync-Cursor', 'Sync-Epoch']) {
      const strange = answering(() => new Response('<html>', { headers: { [header]: 'x' } }))
      const taken = strange.transport.snapshot('users')
      await expect(taken).rejects.toMatchObject({ code: 'unavailable' })
    }
  })
})

describe('a push', () => {
  it('sends the changes and returns their outcomes', async () => {
    const answer = { cursor: 'c1', outcomes: [{ id: 'm1', ok: true }] }
    const { requests, transport } = answering(() => Response.json(answer))
    expect(await transport.push([{ id: 'm1', name: 'x', args: { a: 1 } }])).toEqual(answer)
    const [request] = requests
    expect(request?.url).toBe('http://localhost/api/sync/mutations')
    expect(request?.headers.get('Content-Type')).toBe('application/json')
    expect(await request?.json()).toEqual({
      mutations: [{ id: 'm1', name: 'x', args: { a: 1 } }],
    })
  })

  it('sends the cursor of the last push, with the fetch of the browser', async () => {
    const fetch = vi.fn(async (_path: string, _init: RequestInit) =>
      Response.json({ outcomes: [] }),
    )
    vi.stubGlobal('fetch', fetch)
    await createHttpTransport({ personId: 'lucia' }).push([], 'a/2')
    const [path, init] = fetch.mock.calls[0] ?? []
    expect(path).toBe('/api/sync/mutations')
    expect(init?.body).toBe('{"mutations":[],"answered":"a/2"}')
  })

  it('times out after 20 s, and leaves no timer behind', async () => {
    vi.useFakeTimers()
    const transport = createHttpTransport({
      personId: 'lucia',
      fetch: (_path, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    })
    const failed = transport.push([]).catch((error) => error.code)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toBe('unavailable')

    const { transport: other } = answering(() => Response.json({ outcomes: [] }))
    await other.push([])
    const headers = { 'Sync-Cursor': 'c1', 'Sync-Epoch': 'e1' }
    await answering(() => new Response('PGCOPY', { headers })).transport.snapshot('users')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects with an AppError for every failure', async () => {
    const code = (answer: () => Response | Promise<Response>) =>
      answering(answer)
        .transport.push([])
        .catch((error) => error.code)
    expect(await code(() => Promise.reject(new TypeError('fetch failed')))).toBe('unavailable')
    expect(await code(() => new Response('<html>', { status: 502 }))).toBe('unavailable')
    expect(await code(() => new Response('<html>'))).toBe('unavailable')
    expect(await code(() => refusal(401, 'not-signed-in'))).toBe('not-signed-in')
    expect(await code(() => refusal(413, 'too-large'))).toBe('too-large')

    const cause = new TypeError('fetch failed')
    await expect(answering(() => Promise.reject(cause)).transport.push([])).rejects.toMatchObject({
      message: 'No hay conexión con el servidor. Revisa tu conexión e intenta nuevamente.',
      cause,
    })
  })
})
