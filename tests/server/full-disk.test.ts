/*
 * Strangers must not fill the disk: bytes are limited, uploads leave a reserve free, and failing writes are reported. On
 * a small disk that is really full, if one can be mounted.
 */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { metadataHeader, metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { runRefusedServer, startServer } from '../../scripts/start-server.ts'
import type { Database } from '../../server/data/database.ts'
import { DatabaseError } from '../../server/data/database-error.ts'
import { openDatabase } from '../../server/data/open.ts'
import { StorageError } from '../../server/data/storage-error.ts'
import { watchDisk } from '../../server/metrics/gauges.ts'
import { DAY } from '../../shared/time.ts'
import { configsOf, databasesOf } from '../support/database.ts'
import { buildCollection, buildPerson, reportInput } from '../support/people.ts'
import { announce, beginUpload, refusalOf } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { isHard } from '../support/tier.ts'
import { tinyDisk } from '../support/tiny-disk.ts'
import { type Front, visitor } from '../support/visitor.ts'

const MEGABYTE = 1024 * 1024
const NO_SPACE = {
  status: 507,
  code: 'no-space',
  error: 'Por ahora no entran más comprobantes.',
}

const open = databasesOf('embedded')

/** The server, whose data folder is on a disk of its own. */
async function buildOnDisk(bytes: number, env: Record<string, string> = {}) {
  const disk = tinyDisk(bytes)
  if (!disk) return null
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir)
  const app = await buildApp(await open(), { env: { DATA_DIR: dataDir, ...env } })
  const collectionId = await buildCollection(app, await buildPerson(app))
  return { app, disk, collectionId }
}

describe('the bytes of receipts', () => {
  const LARGEST = 10 * MEGABYTE

  it('are 200 MB a day from an address, and no report waits for them', async () => {
    const env = { RATE_LIMITS: 'on', TRUSTED_PROXY: '1' }
    const app = await buildApp(await open(), { env })
    const collectionId = await buildCollection(app, await buildPerson(app))
    const at = (address: string): Front => ({
      fetch: (path, init) => {
        const headers = new Headers(init?.headers)
        headers.set('x-forwarded-for', address)
        return app.fetch(path, { ...init, headers })
      },
    })
    const begin = async (size: number, from = '192.0.2.1') => {
      const { capability } = await announce(at(from), collectionId)
      return beginUpload(at(from), size, metadataOf(picture(100), capability))
    }
    for (let sent = 0; sent < 20; sent++) await begin(LARGEST)
    // A refused upload uses none of the remaining bytes; a smaller one is accepted.
    await expect(begin(1)).rejects.toThrow('429')
    await begin(LARGEST, '192.0.2.2')

    const refused = await at('192.0.2.1').fetch('/api/uploads', {
      method: 'POST',
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1' },
    })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(23 * 3600)
    app.clock.forward(DAY)
    await begin(LARGEST)
  })

  it('that did not begin are not counted', async () => {
    const app = await buildApp(await open(), { env: { RATE_LIMITS: 'on' } })
    const collectionId = await buildCollection(app, await buildPerson(app))
    const { capability } = await announce(app, collectionId)
    const forged = metadataOf(picture(100), `${capability}x`)
    for (let tries = 0; tries < 30; tries++) {
      await expect(beginUpload(app, LARGEST, forged)).rejects.toThrow('403')
    }
    await beginUpload(app, LARGEST, metadataOf(picture(100), capability))
  })

  it('count for the address when they come with the creation and are refused', async () => {
    const app = await buildApp(await open(), { env: { RATE_LIMITS: 'on' } })
    const collectionId = await buildCollection(app, await buildPerson(app))
    const used = 200 * MEGABYTE - 150
    await app.context.limits.countBytes('bytes of uploads from address', used, '127.0.0.1')
    const { capability } = await announce(app, collectionId)
    const send = async () => {
      const { status } = await app.fetch('/api/uploads', {
        method: 'POST',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': '100',
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Metadata': metadataHeader(metadataOf(picture(100), capability)),
        },
        body: new Uint8Array(100), // of another hash
      })
      return status
    }
    expect([await send(), await send()]).toEqual([460, 429])
  })

  it('of an upload that could not begin count neither for the address nor for the colecta', async () => {
    const app = await buildApp(await open(), { env: { RATE_LIMITS: 'on' } })
    const collectionId = await buildCollection(app, await buildPerson(app))
    const { limits, files } = app.context
    await limits.countBytes('bytes of uploads from address', 200 * MEGABYTE - 100, '127.0.0.1')
    await limits.countBytes('bytes of uploads to collection', 1024 * MEGABYTE - 100, collectionId)
    const { capability } = await announce(app, collectionId)
    const metadata = metadataOf(picture(100), capability)
    const creating = vi.spyOn(files.uploads, 'create')
    creating.mockRejectedValue(new StorageError('open', 'ENOSPC'))
    await expect(beginUpload(app, 100, metadata)).rejects.toThrow('503')
    creating.mockRestore()
    await beginUpload(app, 100, metadata)
  })

  it('are limited to 1 GB a day for each colecta, over all addresses', async () => {
    const app = await buildApp(await open(), { env: { RATE_LIMITS: 'on' } })
    const lucia = await buildPerson(app)
    const [full, other] = [await buildCollection(app, lucia), await buildCollection(app, lucia)]
    await app.context.limits.countBytes('bytes of uploads to collection', 1024 * MEGABYTE - 1, full)
    const server = await serveApp(app)
    const bytes = picture(100)
    const { id, capability } = await announce(app, full)
    const send = () => refusalOf(upload(server.origin, bytes, metadataOf(bytes, capability)))
    expect(await send()).toEqual(NO_SPACE)
    expect(
      await app.database.query('select from uploads where contribution_id = $1', [id]),
    ).toEqual([])
    const elsewhere = await announce(app, other)
    await upload(server.origin, bytes, metadataOf(bytes, elsewhere.capability))
    app.clock.forward(DAY)
    expect(await send()).toBeNull()
    await server.close()
  })

  it('count once for an upload that is repeated after a lost response', async () => {
    const app = await buildApp(await open(), { env: { RATE_LIMITS: 'on' } })
    const collectionId = await buildCollection(app, await buildPerson(app))
    const { limits } = app.context
    await limits.countBytes('bytes of uploads from address', 200 * MEGABYTE - 250, '127.0.0.1')
    await limits.countBytes('bytes of uploads to collection', 1024 * MEGABYTE - 100, collectionId)
    const { capability } = await announce(app, collectionId)
    const metadata = metadataOf(picture(100), capability)
    const first = await beginUpload(app, 100, metadata)
    expect(await beginUpload(app, 100, metadata)).toBe(first)
    expect(await beginUpload(app, 100, metadata)).toBe(first)
    const another = metadataOf(picture(100), capability)
    await expect(beginUpload(app, 100, another)).rejects.toThrow('507')
  })
})

describe('the reserve', () => {
  it('blocks new uploads while less is free, and reports still work', async ({ skip }) => {
    const world = await buildOnDisk(4 * MEGABYTE, { DISK_RESERVE_MB: '2' })
    if (!world) return skip('no disk can be mounted here')
    const { app, disk, collectionId } = world
    const server = await serveApp(app)
    const bytes = picture(100_000)
    const { capability } = await announce(app, collectionId)
    const send = () => refusalOf(upload(server.origin, bytes, metadataOf(bytes, capability)))
    disk.fill(1.5 * MEGABYTE)
    for (let tries = 0; tries < 12; tries++) expect(await send()).toEqual(NO_SPACE)
    expect(app.logged.filter((line) => line.includes('uploads wait for space'))).toHaveLength(1)
    const report = reportInput({})
    const path = `/api/collections/${collectionId}/contributions`
    expect((await visitor(app).post(path, report)).status).toBe(201)
    expect((await visitor(app).get('/api/ready')).status).toBe(200)

    disk.makeRoom()
    expect(await send()).toBeNull()
    await server.close()
  })

  it('is a tenth of a small disk, 64 MB at least, and sends Retry-After', async ({ skip }) => {
    const [middling, tiny] = [await buildOnDisk(1000 * MEGABYTE), await buildOnDisk(10 * MEGABYTE)]
    if (!middling || !tiny) return skip('no disk can be mounted here')
    expect(await middling.app.context.disk.space()).toMatchObject({ reserve: 100 * MEGABYTE })
    expect(await tiny.app.context.disk.space()).toMatchObject({ reserve: 64 * MEGABYTE })
    const { capability } = await announce(tiny.app, tiny.collectionId)
    const { status, headers } = await tiny.app.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '100',
        'Upload-Metadata': metadataHeader(metadataOf(picture(100), capability)),
      },
    })
    expect([status, headers.get('retry-after')]).toEqual([507, '600'])
  })
})

describe('on a disk that cannot be written', () => {
  it('/api/ready, a metric and one log line show the failure until writes work again', async ({
    skip,
  }) => {
    const world = await buildOnDisk(3 * MEGABYTE)
    if (!world) return skip('no disk can be mounted here')
    const { app, disk } = world
    watchDisk(app.context.metrics.registry, app.context.disk)
    const ready = async () => {
      app.clock.forward(5_000)
      return visitor(app).get('/api/ready')
    }
    expect((await ready()).status).toBe(200)
    expect(await gauge(app, 'writes_work')).toBe(1)

    disk.fill(0)
    for (let times = 0; times < 3; times++) {
      expect(await ready()).toMatchObject({
        status: 503,
        body: {
          code: 'unavailable',
          error: 'No se puede guardar nada: revisa el espacio en el disco.',
        },
      })
    }
    expect(await gauge(app, 'writes_work')).toBe(0)
    expect(await gauge(app, 'disk_free_bytes')).toBeLessThan(64 * 1024)
    expect(app.logged.filter((line) => line.includes('writes fail'))).toEqual([
      expect.stringContaining('ENOSPC'),
    ])

    disk.makeRoom()
    expect((await ready()).status).toBe(200)
    expect(await gauge(app, 'writes_work')).toBe(1)
    expect(app.logged.filter((line) => line.includes('writes work again'))).toHaveLength(1)
  })
})

describe('a database that takes no writes', () => {
  it('is noticed although the clock was set back', async () => {
    const database = await open()
    let isFull = false
    const query: Database['query'] = (text, params) =>
      isFull && text.includes('insert into limits')
        ? Promise.reject(new DatabaseError('could not extend file', '53100'))
        : database.query(text, params)
    const app = await buildApp({ ...database, query })
    expect((await visitor(app).get('/api/ready')).status).toBe(200)
    isFull = true
    app.clock.forward(-DAY)
    expect((await visitor(app).get('/api/ready')).status).toBe(503)
  })
})

describe.runIf(isHard)('a server whose disk is filled by uploads', () => {
  const configs = configsOf('embedded')

  it('continues, and a start on a disk that others filled explains what to do', {
    timeout: 90_000,
  }, async ({ skip }) => {
    const disk = tinyDisk(160 * MEGABYTE)
    if (!disk) return skip('no disk can be mounted here')
    const dataDir = join(disk.folder, 'data')
    cpSync((await configs()).dataDir, dataDir, { recursive: true })
    const app = await buildApp(await openDatabase({ dataDir }), { env: { DATA_DIR: dataDir } })
    const collectionId = await buildCollection(app, await buildPerson(app))
    await app.context.close()
    const server = await startServer({ dataDir })
    const front: Front = { fetch: (path, init) => fetch(`${server.origin}${path}`, init) }

    // 1. One address sends what it can: the reserve stays free.
    const bytes = picture(9_900_000)
    let kept = 0
    let refusal = null
    for (; !refusal && kept < 20; kept++) {
      const { capability } = await announce(front, collectionId)
      refusal = await refusalOf(upload(server.origin, bytes, metadataOf(bytes, capability)))
    }
    expect(refusal).toEqual(NO_SPACE)
    expect(kept).toBeGreaterThan(3)

    // 2. Everything else still works.
    for (let reports = 0; reports < 50; reports++) await announce(front, collectionId)
    expect((await front.fetch('/api/ready')).status).toBe(200)
    await server.stop()

    // 3. Something else fills the disk: a start fails with one sentence on what to do.
    disk.fill(MEGABYTE)
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    expect(await runRefusedServer(env)).toEqual({
      code: 1,
      output: `No queda espacio en el disco de ${dataDir}: libera 32 MB o más, borrando o moviendo otros archivos, y vuelve a iniciar.\n`,
    })
    disk.makeRoom()
    await server.restart()
    expect((await front.fetch('/api/ready')).status).toBe(200)
    await server.stop()
  })
})

async function gauge({ context }: TestApp, name: string): Promise<number> {
  const text = await context.metrics.registry.metrics()
  return Number(new RegExp(`^entretodos_${name} (.+)$`, 'm').exec(text)?.[1])
}
