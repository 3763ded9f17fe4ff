import { getEventListeners } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { listen, stopListening } from '../../../scripts/listen.ts'
import { get } from '../../../shared/api-call.ts'
import { request, withLimit } from '../../../web/api/request.ts'

const total = z.object({ total: z.number() })

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/api/whole': (response) => response.end('{"total":3}'),
  '/api/empty': (response) => response.writeHead(204).end(),
  '/api/portal': (response) => response.end('<!doctype html><title>Wi-Fi del bar</title>'),
  '/api/cut': (response) => cutOff(response, 200),
  '/api/stalled': (response) => void response.writeHead(200).write('{"total":'),
  '/api/refused': (response) =>
    response.writeHead(409).end('{"error":"Ya está.","code":"conflict"}'),
  '/api/refused-anew': (response) =>
    response.writeHead(418).end('{"error":"Ya no.","code":"of-a-newer-release"}'),
  '/api/refused-cut': (response) => cutOff(response, 409),
  '/api/another-shape': (response) => response.end('{"total":"tres"}'),
  '/api/null': (response) => response.end('null'),
  '/api/collections/a%2Fb%3F': (response) => response.end('{"total":1}'),
  '/api/whole?email=ana%2B1%40example.com': (response) => response.end('{"total":2}'),
}

let server: Server

beforeAll(async () => {
  server = createServer(({ url }, response) => ANSWERS[url ?? '']?.(response))
  const origin = `http://127.0.0.1:${await listen(server)}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, origin), init))
})
afterAll(() => {
  vi.unstubAllGlobals()
  return stopListening(server)
})

describe('a response', () => {
  it('is returned as JSON, or as undefined when it is empty', async () => {
    expect(await ask('/whole')).toEqual({ total: 3 })
    expect(await request(get('/empty'))).toBeUndefined()
  })

  it.each([
    ['was cut off', '/cut'],
    ['came from a captive portal', '/portal'],
    ['is a refusal and was cut off', '/refused-cut'],
    ['has another shape', '/another-shape'],
    ['is null', '/null'],
    ['is empty', '/empty'],
  ])('that %s counts as unavailable', async (_, path) => {
    await expect(ask(path)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is rejected when it is aborted before its end', async () => {
    const waiting = new AbortController()
    const asked = ask('/stalled', waiting.signal)
    setTimeout(() => waiting.abort(), 100)
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('times out after twenty seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    onTestFinished(() => timeout.mockRestore())
    await expect(ask('/stalled')).rejects.toMatchObject({ code: 'unavailable' })
    expect(timeout).toHaveBeenCalledWith(20_000)
    // Also when the caller passes a signal of its own.
    const limit = new AbortController()
    timeout.mockReturnValue(limit.signal)
    const asked = ask('/stalled', new AbortController().signal)
    setTimeout(() => limit.abort(), 100)
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('that refuses is thrown with the message of the server', async () => {
    await expect(ask('/refused')).rejects.toMatchObject({ code: 'conflict', message: 'Ya está.' })
  })

  it('that refuses with a code of a newer release is thrown with its message', async () => {
    const refused = { code: 'internal', message: 'Ya no.' }
    await expect(ask('/refused-anew')).rejects.toMatchObject(refused)
  })
})

describe('the address', () => {
  it('holds the parameters, encoded', async () => {
    const call = get('/collections/:id', { output: total })
    expect(await request(call, { params: { id: 'a/b?' } })).toEqual({ total: 1 })
  })

  it('holds the input of a GET as its query', async () => {
    const input = z.object({ email: z.string(), token: z.optional(z.string()) })
    const call = get('/whole', { input, output: total })
    const asked = request(call, { input: { email: 'ana+1@example.com', token: undefined } })
    expect(await asked).toEqual({ total: 2 })
  })
})

it('a time limit leaves nothing on a signal that outlives it', async () => {
  const { signal } = new AbortController()
  const limited = withLimit(signal, 1)
  await expect.poll(() => limited.aborted).toBe(true)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

function ask(path: string, signal?: AbortSignal): Promise<{ total: number }> {
  return request(get(path, { output: total }), { signal })
}

function cutOff(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Length': 1000 })
  response.write('{"error":"Ya ', () => response.destroy())
}
