import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { startS3 } from '../../scripts/start-s3.ts'
import type { Database } from '../../server/data/database.ts'
import { StorageError } from '../../server/data/storage-error.ts'
import { isStorageMisconfigured } from '../../server/domain/outage-errors.ts'
import { sweepUploads } from '../../server/domain/receipts/sweep-uploads.ts'
import { DAY } from '../../shared/time.ts'
import { databasesOf } from '../support/database.ts'
import { buildCollection, buildPerson } from '../support/people.ts'
import { announce, refusalOf } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp } from '../support/test-app.ts'
import { tinyDisk } from '../support/tiny-disk.ts'

const MEGABYTE = 1024 * 1024
const PIECE = 256 * 1024
const AWAY = {
  status: 503,
  code: 'unavailable',
  error: 'No pudimos guardar el archivo. Intenta nuevamente en unos minutos.',
}

describe('receipts and the store of their files', () => {
  const open = databasesOf('embedded')
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** Starts a server, and files a report whose receipt is to be uploaded. */
  async function buildWorld(env: Record<string, string> = {}) {
    const app = await buildApp(database, { env })
    const server = await serveApp(app)
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const bytes = picture(MEGABYTE)
    const { id, capability } = await announce(app, collectionId)
    const metadata = metadataOf(bytes, capability)
    let url: string | null = null
    let sent = 0

    return {
      app,
      lucia,
      id,
      bytes,
      dataDir: app.context.config.dataDir,
      close: server.close,
      lines: (error: string) => app.logged.filter((line) => line.includes(error)),
      /** Tries once to upload, from the byte where the last try stopped. */
      send: () =>
        upload(server.origin, bytes, metadata, {
          chunkSize: PIECE,
          uploadUrl: url,
          onAfterResponse(request, response) {
            const location = response.getHeader('Location')
            if (location) url = new URL(location, server.origin).href
            if (request.getMethod() === 'PATCH') sent++
          },
        }),
      pieces: () => sent,
      head: async () => {
        const headers = { 'Tus-Resumable': '1.0.0' }
        const answer = await fetch(url ?? '', { method: 'HEAD', headers })
        return { status: answer.status, offset: answer.headers.get('upload-offset') }
      },
      /** The contribution's receipt state, and the number of rows of receipts and uploads. */
      async state() {
        const { body } = await lucia.query('collection-contributions', { collectionId })
        const [counts] = await database.query<{ receipts: number; uploads: number }>(
          `select (select count(*)::int from receipts where contribution_id = $1) as receipts,
                  (select count(*)::int from uploads where contribution_id = $1) as uploads`,
          [id],
        )
        return { receipt: body.rows[0].receipt, ...counts }
      },
      async read(range?: string) {
        const { body } = await lucia.get(`/api/receipts/${id}/url`)
        const headers = {
          cookie: `session=${lucia.cookies.get('session')}`,
          ...(range === undefined ? {} : { range }),
        }
        return app.fetch(body.url, { headers })
      },
    }
  }

  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
  const EXPECTED = { receipt: 'expected', receipts: 0, uploads: 1 }
  const ATTACHED = { receipt: 'attached', receipts: 1, uploads: 0 }

  describe('[R7] in a bucket', () => {
    it('are uploaded, are read whole and in parts, and leave nothing in the data folder', async () => {
      const s3 = await startS3()
      const world = await buildWorld(s3.env)
      await world.send()
      expect(await world.state()).toEqual(ATTACHED)
      const whole = await world.read()
      expect(whole.status).toBe(200)
      expect(whole.headers.get('content-type')).toBe('image/png')
      expect((await bytesOf(whole)).equals(world.bytes)).toBe(true)
      const part = await world.read('bytes=1000-2999')
      expect(part.status).toBe(206)
      expect((await bytesOf(part)).equals(world.bytes.subarray(1000, 3000))).toBe(true)
      expect(readdirSync(world.dataDir)).not.toContain('receipts')
      expect(readdirSync(join(world.dataDir, 'uploads'))).toEqual([])
      expect((await world.head()).offset).toBe(String(MEGABYTE))
      await world.close()
    })

    it('wait complete while it is unavailable, and no byte is sent twice', async () => {
      const s3 = await startS3()
      const world = await buildWorld(s3.env)
      await s3.stop()
      expect(await refusalOf(world.send())).toEqual(AWAY)
      expect(await world.state()).toEqual(EXPECTED)
      // 423 at each try: a tus client then retries without starting over.
      for (let tries = 0; tries < 3; tries++) expect((await world.head()).status).toBe(423)
      await expect(world.send()).rejects.toThrow('locked')
      expect(await world.state()).toEqual(EXPECTED)

      await s3.start()
      await world.send()
      expect(await world.state()).toEqual(ATTACHED)
      expect(world.pieces()).toBe(MEGABYTE / PIECE)
      expect((await bytesOf(await world.read())).equals(world.bytes)).toBe(true)
      expect(world.app.logged.join()).toContain('PUT: ECONNREFUSED')
      await world.close()
    })

    it('are not deleted as unfinished while they wait for it', async () => {
      const s3 = await startS3()
      const world = await buildWorld(s3.env)
      await s3.stop()
      expect(await refusalOf(world.send())).toEqual(AWAY)
      world.app.clock.forward(2 * DAY)
      await expect(sweepUploads(world.app.context)).rejects.toThrow('PUT: ECONNREFUSED')
      expect(await world.state()).toMatchObject({ receipts: 0, uploads: 1 })
      await s3.start()
      expect(await sweepUploads(world.app.context)).toBe(0)
      expect(await world.state()).toEqual(ATTACHED)
      await world.close()
    })

    it('cannot be read while it is unavailable, and can be afterwards', async () => {
      const s3 = await startS3()
      const world = await buildWorld(s3.env)
      await world.send()
      await s3.stop()
      const refused = await world.read()
      expect(refused.status).toBe(503)
      expect(await refused.json()).toEqual({
        code: 'unavailable',
        error: 'No se pudo cargar el comprobante',
      })
      expect((await world.read()).status).toBe(503)
      expect(world.lines('GET: ECONNREFUSED')).toHaveLength(1)
      await s3.start()
      expect((await bytesOf(await world.read())).equals(world.bytes)).toBe(true)

      // It stops during a read: that connection breaks, and the server continues.
      const broken = (await world.read()).body?.getReader()
      await broken?.read()
      await s3.stop()
      const rest = async () => {
        while (!(await broken?.read())?.done);
      }
      await expect(rest()).rejects.toThrow()
      await s3.start()
      expect((await world.read()).status).toBe(200)
      await world.close()
    })

    it.each([
      ['NoSuchBucket', { S3_BUCKET: 'otra-cosa' }],
      ['SignatureDoesNotMatch', { S3_SECRET_ACCESS_KEY: 'otra-cosa' }],
      ['InvalidAccessKeyId', { S3_ACCESS_KEY_ID: 'otra-cosa' }],
    ])('wait complete while the server’s configuration of it is wrong: %s', async (code, env) => {
      const s3 = await startS3()
      const world = await buildWorld({ ...s3.env, ...env })
      expect(await refusalOf(world.send())).toEqual({
        status: 500,
        code: 'internal',
        error: 'Error de configuración del servidor. Por favor, contacta al administrador.',
      })
      expect(await world.state()).toEqual(EXPECTED)
      expect(world.app.logged.join()).toContain(`PUT: ${code}`)
      await world.close()
      await s3.stop()
    })

    // The simulated S3 cannot refuse by bucket policy.
    it('count AccessDenied as a wrong configuration, and a refused connection not', () => {
      expect(isStorageMisconfigured(new StorageError('PUT', 'AccessDenied'))).toBe(true)
      expect(isStorageMisconfigured(new StorageError('PUT', 'ECONNREFUSED'))).toBe(false)
    })
  })

  describe('in the data folder', () => {
    /** Replaces the folder by a file; returns a function that restores it. */
    function breakFolder(folder: string): () => void {
      renameSync(folder, `${folder}.aside`)
      writeFileSync(folder, 'no folder')
      return () => {
        rmSync(folder)
        renameSync(`${folder}.aside`, folder)
      }
    }

    it('are refused while it cannot be written, however often they are tried', async () => {
      const world = await buildWorld()
      const mend = breakFolder(join(world.dataDir, 'uploads'))
      for (let tries = 0; tries < 12; tries++) {
        expect(await refusalOf(world.send())).toEqual(AWAY)
      }
      expect(await world.state()).toEqual({ ...EXPECTED, uploads: 0 })
      mend()
      await world.send()
      expect(await world.state()).toEqual(ATTACHED)
      expect(world.lines('mkdir: EEXIST')).toHaveLength(1)
      expect(world.app.logged.join()).not.toContain(world.dataDir)
      await world.close()
    })

    it('wait complete while their folder cannot be written or read', async () => {
      const world = await buildWorld()
      const receipts = join(world.dataDir, 'receipts')
      const mend = breakFolder(receipts)
      expect(await refusalOf(world.send())).toEqual(AWAY)
      expect(await world.state()).toEqual(EXPECTED)
      mend()
      await world.send()
      expect(await world.state()).toEqual(ATTACHED)
      expect(world.pieces()).toBe(MEGABYTE / PIECE)

      const mendAgain = breakFolder(receipts)
      expect((await world.read()).status).toBe(503)
      mendAgain()
      expect((await bytesOf(await world.read())).equals(world.bytes)).toBe(true)
      await world.close()
    })

    it('resume where the disk became full, once there is room', async ({ skip }) => {
      const disk = tinyDisk(3 * MEGABYTE)
      if (!disk) return skip('no disk can be mounted here')
      const dataDir = join(disk.folder, 'data')
      mkdirSync(dataDir)
      const world = await buildWorld({ DATA_DIR: dataDir, DISK_RESERVE_MB: '0' })
      disk.fill(MEGABYTE / 2)
      expect(await refusalOf(world.send())).toEqual(AWAY)
      expect(world.app.logged.join()).toContain('ENOSPC')
      expect(await world.state()).toEqual(EXPECTED)
      const { status, offset } = await world.head()
      expect(status).toBe(200)
      expect(Number(offset)).toBeGreaterThan(MEGABYTE / 4)
      expect(await refusalOf(world.send())).toEqual(AWAY)

      disk.makeRoom()
      await world.send()
      expect(await world.state()).toEqual(ATTACHED)
      expect((await bytesOf(await world.read())).equals(world.bytes)).toBe(true)
      await world.close()
    })

    it('leave nothing behind when they cannot begin on a full disk', async ({ skip }) => {
      const disk = tinyDisk(3 * MEGABYTE)
      if (!disk) return skip('no disk can be mounted here')
      const dataDir = join(disk.folder, 'data')
      mkdirSync(dataDir)
      const world = await buildWorld({ DATA_DIR: dataDir, DISK_RESERVE_MB: '0' })
      disk.fill(0)
      for (let tries = 0; tries < 12; tries++) {
        expect(await refusalOf(world.send())).toEqual(AWAY)
      }
      expect(readdirSync(join(dataDir, 'uploads'))).toEqual([])
      expect(await world.state()).toEqual({ ...EXPECTED, uploads: 0 })
      disk.makeRoom()
      await world.send()
      expect(await world.state()).toEqual(ATTACHED)
      await world.close()
    })
  })
})
