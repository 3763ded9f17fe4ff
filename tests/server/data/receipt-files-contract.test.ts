import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, stopListening } from '../../../scripts/listen.ts'
import { isSignedBy } from '../../../scripts/s3-signature.ts'
import { startS3 } from '../../../scripts/start-s3.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'
import { readWhole } from '../../../server/backup/back-up.ts'
import { localReceiptFiles } from '../../../server/data/local-receipt-files.ts'
import type { ReceiptFiles } from '../../../server/data/receipt-files.ts'
import { type S3Bucket, s3ReceiptFiles } from '../../../server/data/s3-receipt-files.ts'
import { sha256Of } from '../../../server/data/sha256.ts'
import { StorageError } from '../../../server/data/storage-error.ts'
import { newId } from '../../../shared/id.ts'

const SIZE = 300_000
const WHOLE = { start: 0, end: SIZE - 1 }

const kinds = {
  'a folder': async (dataDir: string) => localReceiptFiles(dataDir),
  'a bucket': async (dataDir: string) => s3ReceiptFiles(dataDir, (await startS3()).bucket),
}

describe.each(Object.entries(kinds))('[R7] receipts in %s', (_, open) => {
  const dataDir = makeTemporaryFolder()
  let files: ReceiptFiles
  beforeAll(async () => {
    files = await open(dataDir)
  })

  it('stores an upload in pieces and returns it whole', async () => {
    const { id, bytes } = await upload(files)
    expect(await files.uploads.getUpload(id)).toMatchObject({ offset: SIZE, size: SIZE })
    expect(Buffer.from(await files.readUpload(id)).equals(bytes)).toBe(true)
  })

  it.each(['comprobante.png', '..x-_1.pdf', "ñandú + (1)!*'&?#%41~.png"])(
    'stores a receipt called %s, and reads it whole and in parts',
    async (name) => {
      const { id, bytes } = await upload(files)
      const path = `${newId()}/${id}_${name}`
      await files.store(id, path)
      expect((await buffer(await files.read(path, WHOLE))).equals(bytes)).toBe(true)
      const part = await buffer(await files.read(path, { start: 1000, end: 200_000 }))
      expect(part.equals(bytes.subarray(1000, 200_001))).toBe(true)
      expect((await files.readUpload(id)).byteLength).toBe(SIZE)
    },
  )

  it('may store a receipt twice, and still has it after its upload is deleted', async () => {
    const { id, bytes } = await upload(files)
    const path = `${newId()}/${id}_comprobante.png`
    await Promise.all([files.store(id, path), files.store(id, path)])
    await files.store(id, path)
    await files.dropUpload(id)
    await files.dropUpload(id)
    await expect(files.readUpload(id)).rejects.toThrow(StorageError)
    await expect(files.uploads.getUpload(id)).rejects.toMatchObject({ status_code: 404 })
    expect((await buffer(await files.read(path, WHOLE))).equals(bytes)).toBe(true)
  })

  it.each(['../secret', 'colecta/../../secret', '/etc/hosts', '..', '', 'colecta/', '..\\secret'])(
    'refuses the path %j, and touches no file outside its folder',
    async (path) => {
      const outside = join(dataDir, 'secret')
      writeFileSync(outside, 'secret')
      for (const use of [
        () => files.put(path, new Uint8Array([1])),
        () => files.read(path, { start: 0, end: 1 }),
        () => files.delete(path),
        async () => files.store((await upload(files)).id, path),
      ]) {
        await expect(use()).rejects.toThrow('leads out of the store')
      }
      expect(readFileSync(outside, 'utf8')).toBe('secret')
    },
  )

  it.each(['../secret', '..', '.', '', 'a/b', '/etc/hosts', 'a\\b', 'a\0b'])(
    'refuses the id %j, and touches no file outside its folder',
    async (id) => {
      const dataDir = makeTemporaryFolder()
      const outside = join(dataDir, 'secret')
      writeFileSync(outside, 'ours')
      const here = localReceiptFiles(dataDir)
      const path = `${newId()}/${newId()}_comprobante.png`
      const refused = { status_code: 404 }
      const bytes = () => Readable.from([Buffer.from('theirs')])
      await expect(here.uploads.write(bytes(), id, 0)).rejects.toMatchObject(refused)
      await expect(here.readUpload(id)).rejects.toMatchObject(refused)
      await expect(here.store(id, path)).rejects.toMatchObject(refused)
      await expect(here.dropUpload(id)).rejects.toMatchObject(refused)
      expect(readFileSync(outside, 'utf8')).toBe('ours')
    },
  )

  it('puts bytes that never were an upload under a path, twice as well as once', async () => {
    const bytes = randomBytes(SIZE)
    const path = `${newId()}/${newId()}_comprobante.png`
    await files.put(path, bytes)
    await files.put(path, bytes)
    expect((await buffer(await files.read(path, WHOLE))).equals(bytes)).toBe(true)
  })

  it('has files that a backup counts as missing: shorter, empty, changed or gone', async () => {
    const bytes = randomBytes(1000)
    const receipt = { path: 'colecta/a.png', size: bytes.length, sha256: sha256Of(bytes) }
    for (const stored of [bytes.subarray(1), new Uint8Array(), randomBytes(1000)]) {
      await files.put(receipt.path, Uint8Array.from(stored))
      expect(await readWhole(files, receipt)).toBeNull()
    }
    await files.put(receipt.path, bytes)
    expect(await readWhole(files, receipt)).toEqual(bytes)
    await files.delete(receipt.path)
    expect(await readWhole(files, receipt)).toBeNull()
  })

  it('puts nothing under a path when there is no such upload', async () => {
    const path = `${newId()}/${newId()}_comprobante.png`
    await expect(files.store(newId(), path)).rejects.toThrow(StorageError)
    await expect(files.read(path, WHOLE)).rejects.toThrow(StorageError)
  })

  it('deletes a receipt, and another time, and no other one', async () => {
    const [one, other] = [await upload(files), await upload(files)]
    const folder = newId()
    for (const { id } of [one, other]) await files.store(id, `${folder}/${id}_a.png`)
    await files.delete(`${folder}/${one.id}_a.png`)
    await files.delete(`${folder}/${one.id}_a.png`)
    await files.delete(`${newId()}/never.png`)
    await expect(files.read(`${folder}/${one.id}_a.png`, WHOLE)).rejects.toThrow(StorageError)
    const kept = await buffer(await files.read(`${folder}/${other.id}_a.png`, WHOLE))
    expect(kept.equals(other.bytes)).toBe(true)
  })

  it('lists uploads without a write since a date', async () => {
    const { id } = await upload(files)
    expect(await files.uploadsBefore(new Date(Date.now() + 60_000))).toContain(id)
    expect(await files.uploadsBefore(new Date(Date.now() - 60_000))).toEqual([])
  })
})

describe('[R7] a bucket', () => {
  const folder = makeTemporaryFolder()

  it('throws a different error for unknown keys, a wrong secret and a missing bucket', async () => {
    const { bucket } = await startS3()
    const refusals: [Partial<S3Bucket>, string][] = [
      [{ accessKeyId: 'somebody' }, 'InvalidAccessKeyId'],
      [{ secretAccessKey: 'wrong-secret' }, 'SignatureDoesNotMatch'],
      [{ bucket: 'no-such-bucket' }, 'NoSuchBucket'],
    ]
    for (const [changes, code] of refusals) {
      const files = s3ReceiptFiles(folder, { ...bucket, ...changes })
      const { id } = await upload(files)
      const kept = files.store(id, `${newId()}/a.png`)
      await expect(kept, code).rejects.toThrow(new StorageError('PUT', code))
    }
  })

  it('that cannot be reached is retried, and then throws an error', async () => {
    const s3 = await startS3()
    const files = s3ReceiptFiles(folder, s3.bucket)
    const { id, bytes } = await upload(files)
    const path = `${newId()}/${id}_a.png`
    await s3.stop()
    await expect(files.store(id, path)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const soon = files.store(id, path)
    await sleep(50)
    await s3.start()
    await soon
    expect((await buffer(await files.read(path, WHOLE))).equals(bytes)).toBe(true)
  })

  it('verifies signatures as in Amazon’s example', () => {
    // The first example of Amazon's description.
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization: [
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date',
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ].join(','),
    }
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    expect(isSignedBy(secret, { method: 'GET', path: '/test.txt', headers })).toBe(true)
    expect(isSignedBy(secret, { method: 'PUT', path: '/test.txt', headers })).toBe(false)
    expect(isSignedBy('another', { method: 'GET', path: '/test.txt', headers })).toBe(false)
  })

  describe('with a simulated server', () => {
    let asked = 0
    let answer: (response: ServerResponse, request: IncomingMessage) => void
    let server: Server
    let bucket: S3Bucket
    beforeAll(async () => {
      server = createServer((request, response) => {
        asked++
        answer(response, request)
      })
      const port = await listen(server)
      const keys = { accessKeyId: 'a', secretAccessKey: 'b' }
      bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: 'c', region: 'd', ...keys }
    })
    afterAll(() => stopListening(server))

    it('receives the SHA-256 of exactly the bytes that it stores', async () => {
      let told = ''
      let came = ''
      answer = async (response, request) => {
        told = String(request.headers['x-amz-content-sha256'])
        came = createHash('sha256')
          .update(await buffer(request))
          .digest('hex')
        response.end()
      }
      const files = s3ReceiptFiles(folder, bucket)
      const { id, bytes } = await upload(files)
      await files.store(id, 'a/b.png')
      expect([told, came]).toEqual(Array(2).fill(createHash('sha256').update(bytes).digest('hex')))
    })

    it('times out when it never responds', async () => {
      answer = () => {}
      const files = s3ReceiptFiles(folder, bucket, 300)
      asked = 0
      await expect(files.delete('a/b.png')).rejects.toMatchObject({ message: 'DELETE: AbortError' })
      expect(asked).toBe(1)
    })

    it('is tried three times while it is busy, and once when it refuses', async () => {
      const files = s3ReceiptFiles(folder, bucket)
      for (const busy of [503, 429]) {
        answer = (response) => response.writeHead(busy).end('<Error><Code>SlowDown</Code></Error>')
        asked = 0
        await expect(files.read('a/b.png', WHOLE)).rejects.toMatchObject({ code: 'SlowDown' })
        expect(asked, String(busy)).toBe(3)
      }
      answer = (response) => response.writeHead(403).end('no XML at all')
      asked = 0
      await expect(files.read('a/b.png', WHOLE)).rejects.toMatchObject({ code: '403' })
      expect(asked).toBe(1)
    })

    it('does not follow a redirect, so that neither bytes nor keys go elsewhere', async () => {
      answer = (response) => response.writeHead(307, { location: bucket.endpoint }).end()
      const files = s3ReceiptFiles(folder, bucket)
      asked = 0
      await expect(files.delete('a/b.png')).rejects.toMatchObject({ code: '307' })
      expect(asked).toBe(1)
    })

    it('has an empty file, of which Amazon has no range, and a backup counts it as missing', async () => {
      answer = (response) => response.writeHead(416).end('<Error><Code>InvalidRange</Code></Error>')
      const receipt = { path: 'a/b.png', size: 3, sha256: sha256Of('abc') }
      expect(await readWhole(s3ReceiptFiles(folder, bucket), receipt)).toBeNull()
    })

    it('throws an error when it returns other bytes than the requested range', async () => {
      answer = (response) => response.end('the whole file')
      const files = s3ReceiptFiles(folder, bucket)
      await expect(files.read('a/b.png', { start: 2, end: 3 })).rejects.toThrow(StorageError)
    })
  })
})

/** An upload of random bytes, sent in two pieces. */
async function upload({ uploads }: ReceiptFiles) {
  const id = newId()
  const bytes = randomBytes(SIZE)
  await uploads.create(new Upload({ id, size: SIZE, offset: 0 }))
  const half = await uploads.write(Readable.from([bytes.subarray(0, 100_000)]), id, 0)
  await uploads.write(Readable.from([bytes.subarray(half)]), id, half)
  return { id, bytes }
}
