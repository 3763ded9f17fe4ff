import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen, stopListening } from '../../scripts/listen.ts'
import { createTimeLimitedServer, timeLimits } from '../../server/http/time-limited-server.ts'

const TIME_LIMITS = { head: 200, body: 300, silence: 60_000, kept: 60_000 } // ms
const KILOBYTE = 1024

/** Reads the whole request, then responds. */
const reading: RequestListener = async (request, response) => {
  request.on('error', () => {})
  for await (const _ of request) {
    // Only its end counts.
  }
  response.end('ok')
}

async function start(changes: Partial<typeof TIME_LIMITS> = {}, maxConnections = 100) {
  const server = createTimeLimitedServer(
    (request, response) => Promise.resolve(reading(request, response)).catch(() => {}),
    maxConnections,
    { ...TIME_LIMITS, ...changes },
  )
  const port = await listen(server)
  onTestFinished(() => stopListening(server))
  return async (text: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume()
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
}

/** Writes a part each 50 ms, until the connection is closed or `times` is over. */
async function trickle(socket: Socket, part: string, times = Number.POSITIVE_INFINITY) {
  for (let time = 0; time < times && !socket.closed; time++) {
    socket.write(part)
    await sleep(50)
  }
}

const head = (method: string, path: string, length: number) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

describe('a connection', () => {
  it('that is idle stays open longer than a proxy holds it, and closes soon for a browser', () => {
    expect(timeLimits({ isBehindProxy: true }).kept).toBeGreaterThan(60_000)
    expect(timeLimits({ isBehindProxy: false }).kept).toBeLessThanOrEqual(5_000)
  })

  it.each([
    ['on which nothing is sent', ''],
    ['whose head never ends', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ])('%s is closed', async (_what, text) => {
    const open = await start()
    await once(await open(text), 'close')
  })

  it.each([
    ['small body', 'POST', '/api/login', ' '],
    ['upload', 'PATCH', '/api/uploads/1', ' '],
  ])('whose %s comes byte by byte is closed', async (_what, method, path, part) => {
    const open = await start()
    await trickle(await open(head(method, path, 10_000)), part)
  })

  it('stays open while its upload makes progress', async () => {
    const open = await start({ body: 1_000 })
    const size = 16 * KILOBYTE
    const parts = 60 // 3 s, three times the limit
    const socket = await open(head('PATCH', '/api/uploads/1', size * parts))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    await trickle(socket, 'x'.repeat(size), parts)
    await expect.poll(() => answer).toContain('200 OK')
  })

  it('is closed when its upload stops in the middle', async () => {
    const open = await start()
    const socket = await open(head('PATCH', '/api/uploads/1', 1000 * KILOBYTE))
    await trickle(socket, 'x'.repeat(20 * KILOBYTE), 10)
    expect(socket.closed).toBe(false)
    await once(socket, 'close')
  })

  it('that is silent on both sides is closed', async () => {
    const open = await start({ silence: 200, body: 60_000 })
    await once(await open(head('POST', '/api/login', 10)), 'close')
  })

  it('that is idle after its response is closed', async () => {
    const open = await start({ kept: 50 })
    await once(await open(head('GET', '/', 0)), 'close')
  })

  it('beyond the most is closed at once, and there is room again when one ends', async () => {
    const open = await start({}, 2)
    const request = head('POST', '/api/login', 2)
    const [first] = [await open(request), await open(request)]
    await once(await open(''), 'close')
    first.end('{}')
    await once(first, 'close')
    const next = await open(request)
    next.write('{}')
    expect(String((await once(next, 'data'))[0])).toContain('200 OK')
  })
})
