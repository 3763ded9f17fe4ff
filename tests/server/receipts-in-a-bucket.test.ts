import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketReceiptFiles } from '../../server/data/bucket-receipt-files.ts'
import { sweepUploads } from '../../server/domain/receipts/incoming.ts'
import { databasesOf } from '../support/database.ts'
import { listen } from '../support/listening.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import { announce, metadataOf, picture, refusalOf, upload } from '../support/receipts.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

const DAY = 24 * 60 * 60 * 1000

describe('[R7] receipts in a bucket', () => {
  let bucket: S3rver
  let app: TestApp
  let server: Awaited<ReturnType<typeof listen>>
  let lucia: Person
  let collectionId: string

  beforeAll(async () => {
    bucket = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: temporaryFolder(),
      configureBuckets: [{ name: 'receipts', configs: [] }],
    })
    const { port } = (await bucket.run()) as AddressInfo
    const files = bucketReceiptFiles({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'receipts',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    })
    app = await buildApp(await databasesOf('embedded')(), { overrides: { files } })
    server = await listen(app)
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
  })
  afterAll(async () => {
    await server?.close()
    await bucket?.close()
  })

  async function read(contributionId: string): Promise<Buffer> {
    const { body } = await lucia.get(`/api/receipts/${contributionId}/url`)
    const response = await app.fetch(body.url, {
      headers: { cookie: `session=${lucia.cookies.get('session')}` },
    })
    return Buffer.from(await response.arrayBuffer())
  }

  it('come in by pieces and are read back, whole and in part', async () => {
    const { id, capability } = await announce(app, collectionId)
    const bytes = picture(6 * 1024 * 1024)
    await upload(server.origin, bytes, metadataOf(bytes, capability), { chunkSize: 512 * 1024 })
    expect((await read(id)).equals(bytes)).toBe(true)
    const { body } = await lucia.get(`/api/receipts/${id}/url`)
    const part = await app.fetch(body.url, {
      headers: { cookie: `session=${lucia.cookies.get('session')}`, range: 'bytes=100-199' },
    })
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
  })

  it('are refused by their bytes, and swept when nobody finishes them', async () => {
    const { capability } = await announce(app, collectionId)
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const refused = await refusalOf(upload(server.origin, html, metadataOf(html, capability)))
    expect(refused).toMatchObject({ status: 400, code: 'invalid-input' })

    const bytes = picture(300_000)
    await upload(server.origin, bytes, metadataOf(bytes, capability), {
      chunkSize: 100_000,
      onChunkComplete() {
        throw new Error('the phone went away')
      },
    }).catch(() => undefined)
    app.clock.forward(DAY + 1000)
    expect(await sweepUploads(app.context)).toBeGreaterThan(0)
    app.clock.forward(-DAY - 1000)
  })

  it('say clearly that the bucket is away, keep nothing half, and work again when it is back', async () => {
    const { id, capability } = await announce(app, collectionId)
    const bytes = picture(20_000)
    const { port } = bucket.httpServer.address() as AddressInfo
    await bucket.close()
    const refused = await refusalOf(upload(server.origin, bytes, metadataOf(bytes, capability)))
    expect(refused?.error).toBe(
      'Error al subir el archivo. Por favor, verifica tu conexión e intenta nuevamente.',
    )
    expect(refused?.status).toBe(500)
    bucket.httpServer.listen(port, '127.0.0.1')
    await once(bucket.httpServer, 'listening')
    await upload(server.origin, bytes, metadataOf(bytes, capability))
    expect((await read(id)).equals(bytes)).toBe(true)
  })
})
