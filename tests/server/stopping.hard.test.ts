import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, picture } from '../../scripts/receipt-upload.ts'
import { fillDatabase, SEED_PASSWORD } from '../../scripts/seed/fill-database.ts'
import { type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { openDatabase } from '../../server/data/open.ts'
import { SECOND } from '../../shared/time.ts'
import { bothEngines, configsOf } from '../support/database.ts'
import { announce, beginUpload as begin, openLine, openPatch } from '../support/receipts.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const SIZE = 400_000 // bytes of a receipt

describe.each(bothEngines())('a server on %s that is stopped', (engine) => {
  const configs = configsOf(engine)
  let server: ServerProcess
  let lucia: Visitor
  let collectionId: string

  beforeAll(async () => {
    const config = await configs()
    const { dataDir, databaseUrl } = config
    const database = await openDatabase(config)
    const now = new Date()
    const { largest, people } = await fillDatabase(database, { contributions: 50, seed: 1, now })
    collectionId = largest.id
    await database.close()
    server = await startServer({ dataDir, env: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    lucia = visitor({ fetch: (path, init) => fetch(server.origin + path, init) })
    const email = people[0]?.email
    const { status } = await lucia.post('/api/login', { email, password: SEED_PASSWORD })
    expect(status).toBe(200)
    return () => server.stop()
  })

  const front = { fetch: (path: string, init?: RequestInit) => fetch(server.origin + path, init) }

  /** A stream of changes; resolves with all that came when it ends. */
  async function listen(): Promise<{ ended: Promise<string> }> {
    const headers = { cookie: `session=${lucia.cookies.get('session')}` }
    const cursor = (await lucia.get('/api/sync/snapshot/users')).headers.get('sync-cursor')
    const answer = await fetch(`${server.origin}/api/sync?cursor=${cursor}`, { headers })
    expect(answer.status).toBe(200)
    return { ended: answer.text() }
  }

  /** An upload that has begun, and a line on which its bytes go. */
  async function beginUpload() {
    const bytes = picture(SIZE)
    const { id, capability } = await announce(front, collectionId)
    const path = await begin(front, SIZE, metadataOf(bytes, capability))
    return { id, bytes, path, socket: await openPatch(server.origin, path, SIZE) }
  }

  it('keeps a browser’s idle connection for 5 s until then, and a proxy’s for more than a minute', async () => {
    const keptFor = async () => {
      const answer = await front.fetch('/api/health')
      const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
      return Number(seconds)
    }
    expect(await keptFor()).toBe(5)
    await server.restart({ TRUSTED_PROXY: '1' })
    expect(await keptFor()).toBeGreaterThan(60)
  })

  it('fails the readiness check at once, makes streams reconnect, and finishes open requests', async () => {
    await server.restart({ DRAIN_SECONDS: '1' })
    const streams = await Promise.all(Array.from({ length: 8 }, listen))
    const upload = await beginUpload()
    upload.socket.write(upload.bytes.subarray(0, 1000))
    const body = '{"email":"nadie@example.com"}'
    const request = await openLine(
      server.origin,
      `POST /api/email/resend HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n{`,
    )
    await sleep(300)

    const ended = server.stop()
    await expect.poll(async () => (await front.fetch('/api/ready')).status).toBe(503)
    for (const stream of streams) expect(await stream.ended).toMatch(/(^|\n\n)retry: 1000\n\n$/)
    // The streams ended within the drain: new connections are still accepted, and close after their response.
    const health = await front.fetch('/api/health')
    expect([health.status, health.headers.get('connection')]).toEqual([200, 'close'])
    const again = await lucia.get('/api/sync')
    expect([again.status, again.headers.get('retry-after')]).toEqual([503, '1'])

    // Longer than the drain.
    await sleep(1.5 * SECOND)
    upload.socket.write(upload.bytes.subarray(1000))
    request.write(body.slice(1))
    for (const { socket } of [upload, { socket: request }]) {
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toContain('HTTP/1.1 204')
    }
    expect(await ended).toBe(0) // 1 after 9.5 s

    await server.restart()
    const { status } = await lucia.get(`/api/receipts/${upload.id}/url`)
    expect(status).toBe(200)
  })

  it('ends within 10 s despite a stalled upload, which continues after a restart', async () => {
    await server.restart()
    const { socket, path, bytes } = await beginUpload()
    socket.write(bytes.subarray(0, 300_000))
    await sleep(500)
    const asked = performance.now()
    expect(await server.stop()).toBe(0)
    // The rule is a time: systemd kills the server after 15 s (scripts/deploy).
    expect(performance.now() - asked).toBeLessThan(10 * SECOND)

    await server.restart()
    const headers = { 'tus-resumable': '1.0.0' }
    const answer = await front.fetch(path, { method: 'HEAD', headers })
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([200, '300000'])
  })

  it('responds to a request on a connection opened just before', async () => {
    await server.restart()
    const line = await openLine(server.origin, '')
    await sleep(100)
    const ended = server.stop()
    await expect
      .poll(() =>
        front.fetch('/api/health').then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused')
    await sleep(200) // it closes idle connections every 100 ms
    line.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = await Promise.race([once(line, 'data'), once(line, 'close')])
    expect(String(answer)).toContain('HTTP/1.1 200')
    expect(await ended).toBe(0)
  })

  it('ends within 5 s with only idle connections and streams', async () => {
    await server.restart()
    const { ended } = await listen()
    await front.fetch('/api/health')
    await openLine(server.origin, '')
    const asked = performance.now()
    expect(await server.stop()).toBe(0)
    expect(await ended).toContain('retry: 1000')
    // A later end would come from the cut of all connections, which happens 8 s after the signal.
    expect(performance.now() - asked).toBeLessThan(5 * SECOND)
  })
})
