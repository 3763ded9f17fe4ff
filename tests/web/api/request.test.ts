import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { request } from '../../../web/api/request.ts'

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/whole': (response) => response.end('{"total":3}'),
  '/empty': (response) => response.writeHead(204).end(),
  '/portal': (response) => response.end('<!doctype html><title>Wi-Fi del bar</title>'),
  '/cut': (response) => cutOff(response, 200),
  '/stalled': (response) => void response.writeHead(200).write('{"total":'),
  '/refused': (response) => response.writeHead(409).end('{"error":"Ya está.","code":"conflict"}'),
  '/refused-cut': (response) => cutOff(response, 409),
}

let server: Server
let origin: string

beforeAll(async () => {
  server = createServer(({ url }, response) => ANSWERS[url ?? '']?.(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('an answer', () => {
  it('is what was said, or nothing where nothing was', async () => {
    expect(await ask('/whole')).toEqual({ total: 3 })
    expect(await ask('/empty')).toBeUndefined()
  })

  it.each([
    ['was cut off', '/cut'],
    ['came from somebody in between', '/portal'],
    ['says no and was cut off', '/refused-cut'],
  ])('that %s is none', async (_, path) => {
    await expect(ask(path)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is none once nobody waits for the rest of it', async () => {
    const waiting = new AbortController()
    const asked = ask('/stalled', waiting.signal)
    setTimeout(() => waiting.abort(), 100)
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is none after twenty seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    onTestFinished(() => timeout.mockRestore())
    await expect(ask('/stalled')).rejects.toMatchObject({ code: 'unavailable' })
    expect(timeout).toHaveBeenCalledWith(20_000)
  })

  it('that says no is thrown in the words of the server', async () => {
    await expect(ask('/refused')).rejects.toMatchObject({ code: 'conflict', message: 'Ya está.' })
  })
})

function ask(path: string, signal?: AbortSignal): Promise<unknown> {
  return request('GET', `${origin}${path}`, undefined, signal)
}

function cutOff(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Length': 1000 })
  response.write('{"error":"Ya ', () => response.destroy())
}
