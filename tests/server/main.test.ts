import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { configsOf } from '../support/database.ts'

/* Behaviour of a whole process. Refused starts are in tests/server/commands.test.ts. */

describe('a server without a mail server', () => {
  const configs = configsOf('embedded')
  let server: ServerProcess
  beforeAll(async () => {
    const config = await configs()
    mkdirSync(join(config.dataDir, 'control')) // no socket can be made there, as on some network disks
    server = await startServer(config)
  })
  afterAll(() => server.stop())

  it('prints the folder of its messages, and the link of each', async () => {
    expect(server.output()).toContain(join(server.dataDir, 'mail'))
    const { status } = await fetch(`${server.origin}/api/register`, {
      method: 'POST',
      body: JSON.stringify({
        firstName: 'Lucía',
        lastName: 'Fernández',
        email: 'lucia@example.com',
        password: 'un mate por favor',
      }),
    })
    expect(status).toBe(201)
    await expect.poll(server.output).toMatch(/\/confirmar#token=[\w-]{43}\n/)
  })

  it('starts when its folder can hold no socket, and logs that nobody can ask for a backup', () => {
    expect(server.output()).toContain('nobody can ask for a backup')
  })

  it('responds to a request of HTTP 1.0 without a host, as health checks of HAProxy are', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write('GET /api/ready HTTP/1.0\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('HTTP/1.1 200')
  })

  it('lets a request under way end before it ends itself', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    await once(socket, 'connect')
    const body = '{"email":"nadie@example.com"}'
    const head = `POST /api/email/resend HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}`
    socket.write(`${head}\r\n\r\n{`)
    await sleep(200)
    const ended = server.stop()
    await sleep(200)
    socket.write(body.slice(1))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('HTTP/1.1 204')
    expect(await ended).toBe(0)
  })
})
