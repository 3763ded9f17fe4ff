/*
 * The checks of the suite that tus-node-server runs against each of its stores, against ours: the store that the library
 * calls must keep the library's contract, because a response to a client depends on it.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterAll, describe, expect, it } from 'vitest'
import { uploadFolder } from '../../server/data/upload-folder.ts'

const BYTES = Buffer.alloc(256 * 1024, 'comprobante ')
const METADATA = { filename: '世界 año.pdf', is_confidential: null }
const NOT_FOUND = { status_code: 404 }

describe('the store of uploads', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'entre-todos-uploads-'))
  const { uploads: store, pathOf } = uploadFolder(dataDir)
  afterAll(() => rmSync(dataDir, { recursive: true }))

  async function create(size: number | undefined = BYTES.length): Promise<string> {
    const id = randomUUID()
    await store.create(new Upload({ id, size, offset: 0, metadata: METADATA }))
    return id
  }
  const createDeferred = async () => {
    const id = randomUUID()
    await store.create(new Upload({ id, offset: 0 }))
    return id
  }
  const write = (id: string, bytes = BYTES, offset = 0) =>
    store.write(Readable.from([bytes]), id, offset)

  it('creates an upload at offset 0, with its length and its metadata', async () => {
    const upload = new Upload({ id: randomUUID(), size: 1000, offset: 0, metadata: METADATA })
    expect(await store.create(upload)).toMatchObject({ storage: { type: 'file' } })
    expect(await store.getUpload(upload.id)).toMatchObject({
      offset: 0,
      size: 1000,
      metadata: METADATA,
    })
  })

  it('stores that the length is deferred, and the length once it is declared', async () => {
    const id = await createDeferred()
    expect(await store.getUpload(id)).toMatchObject({ size: undefined, sizeIsDeferred: true })
    await store.declareUploadLength(id, 10)
    expect(await store.getUpload(id)).toMatchObject({ size: 10, sizeIsDeferred: false })
  })

  it('returns the new offset after each write and stores the bytes', async () => {
    const id = await create()
    expect(await write(id, BYTES.subarray(0, 1000))).toBe(1000)
    expect(await store.getUpload(id)).toMatchObject({ offset: 1000 })
    expect(await write(id, BYTES.subarray(1000), 1000)).toBe(BYTES.length)
    expect(await store.getUpload(id)).toMatchObject({ offset: BYTES.length })
    expect((await readFile(pathOf(id))).equals(BYTES)).toBe(true)
  })

  it.each(['doesnt_exist', '../outside', ''])(
    'rejects a write to the unknown id "%s"',
    async (id) => {
      await expect(write(id)).rejects.toThrow()
      await expect(store.getUpload(id)).rejects.toMatchObject(NOT_FOUND)
    },
  )

  it('rejects the length of an unknown upload', async () => {
    await expect(store.declareUploadLength('doesnt_exist', 10)).rejects.toMatchObject(NOT_FOUND)
  })

  it('rejects a write whose stream fails or is destroyed', async () => {
    const failing = new Readable({ read: () => failing.destroy(new Error('line cut')) })
    await expect(store.write(failing, await create(), 0)).rejects.toThrow('line cut')
    const destroyed = new Readable({
      read() {
        this.push('some data')
        this.destroy()
      },
    })
    await expect(store.write(destroyed, await create(), 0)).rejects.toThrow()
  })

  it('removes an upload, and rejects the removal of an unknown one', async () => {
    const id = await create()
    await store.remove(id)
    await expect(store.getUpload(id)).rejects.toMatchObject(NOT_FOUND)
    await expect(store.remove('doesnt_exist')).rejects.toMatchObject(NOT_FOUND)
  })

  it('removes an upload while it is written', async () => {
    const id = await create()
    const slow = new Readable({ read() {} })
    slow.push(BYTES.subarray(0, 1000))
    const begun = once(slow, 'resume')
    const writing = store.write(slow, id, 0).catch(() => undefined)
    await begun
    await store.remove(id)
    slow.push(BYTES.subarray(1000))
    slow.push(null)
    await writing
    await expect(store.getUpload(id)).rejects.toMatchObject(NOT_FOUND)
  })
})
