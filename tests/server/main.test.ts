import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { runRefusedServer, type ServerProcess, startServer } from '../support/server-process.ts'

/* The process itself: what it prints, what it refuses, how it ends. */

describe('the server', () => {
  const started: ServerProcess[] = []
  afterAll(() => Promise.all(started.map((server) => server.stop())))

  async function start(options: Parameters<typeof startServer>[0] = {}) {
    const server = await startServer(options)
    started.push(server)
    return server
  }

  it('says where it is and where mail goes, keeps its data and ends in peace', async () => {
    const server = await start()
    expect(server.output()).toContain(`Entre Todos está en ${server.origin}`)
    expect(server.output()).toContain(join(server.dataDir, 'mail'))

    const register = await fetch(`${server.origin}/api/register`, {
      method: 'POST',
      body: JSON.stringify({
        firstName: 'Lucía',
        lastName: 'Fernández',
        email: 'lucia@example.com',
        password: 'un mate por favor',
      }),
    })
    expect(register.status).toBe(201)
    expect(server.output()).toMatch(/\/confirmar\?token=[\w-]{43}/)
    expect(existsSync(join(server.dataDir, 'mail'))).toBe(true)

    await server.restart()
    const exists = await fetch(`${server.origin}/api/users/exists?email=lucia@example.com`)
    expect(await exists.json()).toEqual({ exists: true })
    expect(await server.stop('SIGINT')).toBe(0)
  })

  it('lets a request under way end before it ends', async () => {
    const server = await start()
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    const body = '{"email":"nadie@example.com"}'
    socket.write(
      `POST /api/email/resend HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n{`,
    )
    await sleep(200)
    const ended = server.stop()
    await sleep(200)
    socket.write(body.slice(1))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('HTTP/1.1 204')
    expect(await ended).toBe(0)
  })

  it('refuses a data folder in use', async () => {
    const server = await start()
    const { code, output } = await runRefusedServer({ PORT: '3999', DATA_DIR: server.dataDir })
    expect(code).toBe(1)
    expect(output).toContain(server.dataDir)
    expect(output).not.toContain('    at ')
  })

  it('refuses a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const dataDir = (await start()).dataDir
    await started.at(-1)?.kill()
    const { code, output } = await runRefusedServer({ PORT: String(port), DATA_DIR: dataDir })
    other.close()
    expect({ code, output }).toEqual({
      code: 1,
      output: `El puerto ${port} ya está en uso. Cierra el otro programa o elige otro con PORT=${port + 1} npm start.\n`,
    })
  })

  it('refuses an environment that makes no sense', async () => {
    const { code, output } = await runRefusedServer({ PORT: 'tres mil', LOG_LEVEL: 'mucho' })
    expect(code).toBe(1)
    expect(output).toMatch(/^PORT debe ser .*\nLOG_LEVEL debe ser .*\n$/)
  })
})
