import { createHash } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as tus from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startBadNetwork } from '../../scripts/bad-network.ts'
import {
  metadataHeader,
  metadataOf,
  picture,
  upload as uploadTo,
} from '../../scripts/receipt-upload.ts'
import { StorageError } from '../../server/data/storage-error.ts'
import { readCapability } from '../../server/domain/receipts/capability.ts'
import { finishUpload, forgetUpload } from '../../server/domain/receipts/receipt-uploads.ts'
import { sweepUploads } from '../../server/domain/receipts/sweep-uploads.ts'
import { newId } from '../../shared/id.ts'
import { RECEIPT_UNREADABLE } from '../../shared/receipt.ts'
import { HOUR } from '../../shared/time.ts'
import { pdf } from '../support/pdf.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import { drawn, exifSegment, jpegSegment, withSegments } from '../support/pictures.ts'
import {
  announce as announceTo,
  beginUpload,
  openPatch,
  refusalOf,
  uploadWithRetries,
} from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { until } from '../support/until.ts'
import { visitor } from '../support/visitor.ts'

const MEGABYTE = 1024 * 1024
const ATTACHED = { code: 'conflict', error: 'Ese aporte ya tiene su comprobante.' }
const WRONG_TYPE = 'Tipo de archivo no permitido. Solo se aceptan PDF, JPG y PNG.'

engineOfTier((open) => {
  let app: TestApp
  let server: Awaited<ReturnType<typeof serveApp>>
  let lucia: Person
  let collectionId: string

  beforeAll(async () => {
    app = await buildApp(await open())
    server = await serveApp(app)
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
  })
  afterAll(() => server?.close())

  const announce = (changes: object = {}, by = visitor(app), to = collectionId) =>
    announceTo(app, to, { by, ...changes })
  const upload = (
    bytes: Buffer,
    metadata: Record<string, string>,
    options: Partial<tus.UploadOptions> = {},
  ) => uploadTo(server.origin, bytes, metadata, options)

  async function read(by: Person, contributionId: string) {
    const { body, status } = await by.get(`/api/receipts/${contributionId}/url`)
    if (status !== 200) return { status, body }
    const response = await app.fetch(body.url, {
      headers: { cookie: `session=${by.cookies.get('session')}` },
    })
    return { status: response.status, headers: response.headers, bytes: await bytesOf(response) }
  }
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  async function contribution(id: string) {
    const { body } = await lucia.query('collection-contributions', { collectionId })
    return body.rows.find((row: { id: string }) => row.id === id)
  }

  async function transferIdOf(contributionId: string): Promise<string> {
    const [row] = await app.database.query<{ path: string | null }>(
      'select transfer_id as path from contributions where id = $1',
      [contributionId],
    )
    return row?.path ?? ''
  }

  const stored = () =>
    readdirSync(join(app.context.config.dataDir, 'receipts'), { recursive: true })

  describe('[R1] the report goes first', () => {
    it('counts, is marked as waiting for a receipt, and returns the capability to send it', async () => {
      const { id, capability } = await announce()
      expect(capability).toContain(id)
      expect(await contribution(id)).toMatchObject({ receipt: 'expected', state: 'confirmed' })
    })

    it('returns for a repeated report whether its receipt has arrived', async () => {
      const { input, capability } = await announce()
      const bytes = picture(3000)
      await upload(bytes, metadataOf(bytes, capability))
      const again = await visitor(app).post(`/api/collections/${collectionId}/contributions`, input)
      expect(again).toMatchObject({ status: 200, body: { receipt: { attached: true } } })
    })

    it('takes no upload without the capability, of another size, or of another type', async () => {
      const { capability } = await announce()
      const bytes = picture(500)
      for (const more of ['.x', '.']) {
        const longer = metadataOf(bytes, `${capability}${more}`)
        expect(await refusalOf(upload(bytes, longer))).toMatchObject({ code: 'not-allowed' })
      }
      const wrong = metadataOf(bytes, `${capability}x`)
      expect(await refusalOf(upload(bytes, wrong))).toMatchObject({
        status: 403,
        code: 'not-allowed',
        error: 'Error de autenticación. Por favor, recarga la página e intenta nuevamente.',
      })
      const unnamed = metadataOf(bytes, capability, { sha256: 'abc' })
      expect(await refusalOf(upload(bytes, unnamed))).toMatchObject({
        status: 400,
        error: 'Error en la configuración del archivo. Por favor, intenta con otro archivo.',
      })
      const svg = metadataOf(bytes, capability, { filetype: 'image/svg+xml' })
      expect(await refusalOf(upload(bytes, svg))).toMatchObject({ status: 400, error: WRONG_TYPE })
      const large = picture(10 * MEGABYTE + 1)
      expect(await refusalOf(upload(large, metadataOf(large, capability)))).toMatchObject({
        status: 413,
        error: 'El archivo es demasiado grande. El tamaño máximo es 10MB.',
      })
      const empty = Buffer.alloc(0)
      expect(await refusalOf(upload(empty, metadataOf(empty, capability)))).toMatchObject({
        status: 400,
        error: 'El archivo está vacío. Elige otro.',
      })
      const shortest = Buffer.alloc(1)
      expect(await refusalOf(upload(shortest, metadataOf(shortest, capability)))).toMatchObject({
        status: 400,
        error: WRONG_TYPE,
      })
    })

    it.each<Record<string, string | undefined>>([
      { capability: undefined },
      { filename: undefined },
      { filename: 'x'.repeat(1001) },
      { sha256: undefined },
      { sha256: `${'0'.repeat(64)}0` },
      { sha256: `z${'0'.repeat(64)}` },
    ])('takes no upload with incomplete or malformed metadata: %o', async (changes) => {
      const { capability } = await announce()
      const bytes = picture(500)
      const metadata = Object.entries(metadataOf(bytes, capability, changes))
      const given = Object.fromEntries(metadata.filter(([, value]) => value !== undefined))
      expect(await refusalOf(upload(bytes, given))).toMatchObject({
        status: 400,
        code: 'invalid-input',
        error: 'Error en la configuración del archivo. Por favor, intenta con otro archivo.',
      })
    })

    it('takes an upload of the largest size, and of the longest name', async () => {
      const { id, capability } = await announce()
      const bytes = picture(10 * MEGABYTE)
      await upload(bytes, metadataOf(bytes, capability, { filename: 'x'.repeat(1000) }))
      expect(await contribution(id)).toMatchObject({ receipt: 'attached' })
    })

    it('accepts a capability that an earlier version has given', () => {
      const given =
        '0f0a7c1e-8f7e-4b6c-9d43-6f3b1f1d2a10.1798761600000.j84dFGZJ41ANjHZ2UjSRD7ARyvU9HhwH8au0Bx_H3fA'
      const { contributionId } = readCapability('a secret', given, new Date('2026-12-31T23:59:59Z'))
      expect(contributionId).toBe('0f0a7c1e-8f7e-4b6c-9d43-6f3b1f1d2a10')
    })

    it('ends a capability after thirty days', async () => {
      const { capability } = await announce()
      const bytes = picture(500)
      const send = () => refusalOf(upload(bytes, metadataOf(bytes, capability)))
      app.clock.forward(30 * 24 * HOUR + 1_000)
      const refused = await send()
      app.clock.forward(-HOUR)
      const taken = await send()
      app.clock.forward(-29 * 24 * HOUR - 23 * HOUR - 1_000)
      expect(refused).toMatchObject({ status: 403, code: 'not-allowed' })
      expect(taken).toBeNull()
    })

    it('takes no more than ten uploads of one contribution at a time', async () => {
      const { id, capability } = await announce()
      const bytes = picture(500)
      const begin = () => beginUpload(app, 500, metadataOf(picture(500), capability))
      for (let n = 1; n <= 10; n++) await begin()
      expect(await refusalOf(upload(bytes, metadataOf(bytes, capability)))).toMatchObject({
        status: 429,
        code: 'too-many-requests',
      })
      await app.database.query('delete from uploads where contribution_id = $1', [id])
      await begin()
    })

    it('rejects an upload for a deleted contribution', async () => {
      const { id, capability } = await announce()
      await app.database.query('update contributions set deleted_at = now() where id = $1', [id])
      const bytes = picture(500)
      expect(await refusalOf(upload(bytes, metadataOf(bytes, capability)))).toMatchObject({
        status: 404,
        code: 'not-found',
        error: 'Ese aporte ya no existe.',
      })
    })
  })

  describe('[R2] the last byte', () => {
    it('attaches the file, byte for byte, under a clean name', async () => {
      const { id, capability } = await announce()
      const bytes = picture(MEGABYTE)
      await upload(bytes, metadataOf(bytes, capability), { chunkSize: 256 * 1024 })
      expect(await contribution(id)).toMatchObject({ receipt: 'attached', receiptRepeated: false })
      const { bytes: back, headers } = await read(lucia, id)
      expect(back?.equals(bytes)).toBe(true)
      expect(headers?.get('content-type')).toBe('image/png')
      const path = await transferIdOf(id)
      expect(path).toMatch(new RegExp(`^${collectionId}/[0-9a-f-]{36}_comprobante_12_11\\.png$`))
      expect(path).not.toContain(id)
      const file = readFileSync(join(app.context.config.dataDir, 'receipts', path))
      expect(file.equals(bytes)).toBe(true)

      // The same file for another contribution has a path of its own, and the first keeps its; so do
      // files that come once the collection is closed.
      const other = await announce()
      const setStatus = (status: string) =>
        lucia.mutate('set-collection-status', { id: collectionId, status })
      await setStatus('cerrada')
      onTestFinished(() => setStatus('abierta').then(() => {}))
      await upload(bytes, metadataOf(bytes, other.capability))
      expect(await transferIdOf(other.id)).toMatch(/_comprobante_12_11\.png$/)
      expect(await transferIdOf(other.id)).not.toBe(path)
      expect(await transferIdOf(id)).toBe(path)
    })

    it('cuts the metadata of a photo that a device has left in, and describes the upload as it was sent', async () => {
      const plain = drawn('image/jpeg')
      const sent = withSegments(plain, exifSegment(1))
      const { id, capability } = await announce()
      const { capability: _, ...metadata } = metadataOf(sent, capability, {
        filename: 'IMG\u0000_1.jpg',
        filetype: 'image/jpeg',
      })
      const { url } = await upload(sent, { capability, ...metadata })
      expect((await read(lucia, id)).bytes?.equals(plain)).toBe(true)
      const [row] = await app.database.query<{ path: string; size: number; sha256: string }>(
        'select path, size, sha256 from receipts where contribution_id = $1',
        [id],
      )
      const file = join(app.context.config.dataDir, 'receipts', row?.path ?? '')
      expect(readFileSync(file).equals(plain)).toBe(true)
      expect(row).toMatchObject({ size: plain.length, sha256: sha256Of(plain) })

      const head = await fetch(url ?? '', { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
      expect(head.headers.get('upload-offset')).toBe(String(sent.length))
      expect(head.headers.get('upload-length')).toBe(String(sent.length))
      expect(textsOf(head.headers.get('upload-metadata'))).toEqual(metadata)
    })

    it('refuses a file whose bytes are no picture, stores nothing, and refuses a repeat before its bytes', async () => {
      const { id, capability } = await announce()
      const html = Buffer.from('<!doctype html><script>alert(1)</script>')
      const before = stored().length
      expect(await refusalOf(upload(html, metadataOf(html, capability)))).toMatchObject({
        status: 400,
        error: WRONG_TYPE,
      })
      expect(stored()).toHaveLength(before)
      expect(await contribution(id)).toMatchObject({ receipt: 'expected' })
      const [kept] = await app.database.query<{ id: string; refusal: unknown }>(
        'select id, refusal from uploads where contribution_id = $1',
        [id],
      )
      expect(kept?.refusal).toEqual({ code: 'invalid-input', message: WRONG_TYPE })
      expect(existsSync(join(app.context.config.dataDir, 'uploads', kept?.id ?? ''))).toBe(false)
      // Another request for the last byte would do the same.
      await expect(finishUpload(app.context, kept?.id ?? '')).rejects.toMatchObject({
        code: 'invalid-input',
        message: WRONG_TYPE,
      })
      let sent = 0
      const again = upload(html, metadataOf(html, capability), { onProgress: () => sent++ })
      expect(await refusalOf(again)).toMatchObject({
        status: 400,
        code: 'invalid-input',
        error: WRONG_TYPE,
      })
      expect(sent).toBe(0)
      const good = picture(900)
      await upload(good, metadataOf(good, capability))
      expect(await contribution(id)).toMatchObject({ receipt: 'attached' })
    })

    it('refuses a picture without a size', async () => {
      const { id, capability } = await announce()
      const bytes = picture(900)
      bytes.fill(0, 16, 24) // width and height
      expect(await refusalOf(upload(bytes, metadataOf(bytes, capability)))).toMatchObject({
        status: 400,
        code: 'invalid-input',
        error: RECEIPT_UNREADABLE,
      })
      expect(await contribution(id)).toMatchObject({ receipt: 'expected' })
    })

    it('keeps the bytes when the database fails, and attaches them on a retry', async () => {
      const { id, capability } = await announce()
      const bytes = picture(900)
      const metadata = metadataOf(bytes, capability)
      const uploadUrl = new URL(await beginUpload(app, 900, metadata), server.origin).href
      const failing = vi.spyOn(app.context.database, 'transaction')
      onTestFinished(() => failing.mockRestore())
      failing.mockRejectedValueOnce(new Error('connection lost'))
      expect(await refusalOf(upload(bytes, metadata, { uploadUrl }))).toMatchObject({
        status: 500,
        error: 'Error al subir el archivo. Por favor, verifica tu conexión e intenta nuevamente.',
      })
      expect(await contribution(id)).toMatchObject({ receipt: 'expected' })
      const head = await fetch(uploadUrl, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
      expect(head.headers.get('upload-offset')).toBe('900')
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
    })

    it('attaches a file once when two requests finish it at the same moment', async () => {
      const { id, capability } = await announce()
      const bytes = picture(900)
      const path = await beginUpload(app, 900, metadataOf(bytes, capability))
      const uploadId = path.split('/').pop() ?? ''
      writeFileSync(join(app.context.config.dataDir, 'uploads', uploadId), bytes)
      const { transaction } = app.context.database
      let letGo = () => {}
      const bothAreReady = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const attaching = vi.spyOn(app.context.database, 'transaction')
      onTestFinished(() => attaching.mockRestore())
      attaching.mockImplementation(async (work) => {
        if (attaching.mock.calls.length === 2) letGo()
        await bothAreReady
        return transaction(work)
      })
      await Promise.all([1, 2].map(() => finishUpload(app.context, uploadId)))
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
    })

    it('refuses a file whose contribution was deleted meanwhile', async () => {
      const [gone, other] = [await announce(), await announce()]
      const bytes = picture(900)
      await upload(bytes, metadataOf(bytes, other.capability))
      const metadata = metadataOf(bytes, gone.capability)
      const uploadUrl = new URL(await beginUpload(app, 900, metadata), server.origin).href
      await app.database.query('update contributions set deleted_at = now() where id = $1', [
        gone.id,
      ])
      expect(await refusalOf(upload(bytes, metadata, { uploadUrl }))).toMatchObject({
        status: 404,
        error: 'Ese aporte ya no existe.',
      })
      expect(await contribution(other.id)).toMatchObject({ receiptRepeated: false })
    })

    it('refuses a damaged file, which may come again whole', async () => {
      const { id, capability } = await announce()
      const bytes = picture(900)
      const damaged = Buffer.from(bytes)
      damaged[500] = (damaged[500] ?? 0) ^ 1
      expect(await refusalOf(upload(damaged, metadataOf(bytes, capability)))).toMatchObject({
        status: 460,
        code: 'damaged',
        error: 'Error al subir el archivo. Por favor, verifica tu conexión e intenta nuevamente.',
      })
      await upload(bytes, metadataOf(bytes, capability))
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
    })

    it('accepts one receipt for a contribution and never another in its place', async () => {
      const { id, capability } = await announce()
      const [first, second] = [picture(900), picture(901)]
      await upload(first, metadataOf(first, capability))
      let sent = 0
      const again = upload(second, metadataOf(second, capability), { onProgress: () => sent++ })
      expect(await refusalOf(again)).toMatchObject({ status: 409, ...ATTACHED })
      expect(sent).toBe(0)
      expect((await read(lucia, id)).bytes?.equals(first)).toBe(true)
    })

    it('attaches the first of two simultaneous uploads, and deletes the other', async () => {
      const { id, capability } = await announce()
      const [first, second] = [picture(900), picture(901)]
      const path = await beginUpload(app, 901, metadataOf(second, capability))
      await upload(first, metadataOf(first, capability))
      const before = stored().length
      const uploadUrl = new URL(path, server.origin).href
      const late = upload(second, metadataOf(second, capability), { uploadUrl })
      expect(await refusalOf(late)).toMatchObject({ status: 409, ...ATTACHED })
      expect((await read(lucia, id)).bytes?.equals(first)).toBe(true)
      expect(stored()).toHaveLength(before)
      expect(
        await app.database.query('select from uploads where contribution_id = $1', [id]),
      ).toHaveLength(0)
    })

    it.each([
      { filetype: 'image/jpeg', bytes: drawn('image/jpeg') },
      { filetype: 'application/pdf', bytes: pdf() },
    ])('compares the bytes of $filetype with its declared type', async ({ filetype, bytes }) => {
      const { id, capability } = await announce()
      const asPicture = metadataOf(bytes, capability)
      expect(await refusalOf(upload(bytes, asPicture))).toMatchObject({
        code: 'invalid-input',
        error: WRONG_TYPE,
      })
      const { id: other, capability: right } = await announce()
      await upload(bytes, metadataOf(bytes, right, { filetype }))
      expect(await contribution(other)).toMatchObject({ receipt: 'attached' })
      expect((await read(lucia, other)).headers?.get('content-type')).toBe(filetype)
      expect(await contribution(id)).toMatchObject({ receipt: 'expected' })
    })
  })

  describe('[R3] a bad network', () => {
    it('resumes after every cut and lost response, the last one too, and sends little twice', async () => {
      const { id, capability } = await announce()
      const bytes = picture(3 * MEGABYTE)
      const port = Number(new URL(server.origin).port)
      const line = await startBadNetwork(port, {
        cutAfterBytes: 256 * 1024,
        delayMs: 5,
        dropResponse: (chunk) => chunk % 4 === 2,
      })
      await uploadWithRetries(line.origin, bytes, metadataOf(bytes, capability))
      line.close()
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
      expect(line.bytesUp()).toBeLessThan(bytes.length * 1.1)
      expect(
        await app.database.query('select from receipts where contribution_id = $1', [id]),
      ).toHaveLength(1)
    })

    it('begins the same file once, however many responses to its beginning get lost', async () => {
      const { id, capability } = await announce()
      const bytes = picture(MEGABYTE)
      const metadata = metadataOf(bytes, capability)
      const paths = new Set<string>()
      for (let n = 1; n <= 12; n++) paths.add(await beginUpload(app, bytes.length, metadata))
      expect(paths.size).toBe(1)
      await upload(bytes, metadata)
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
    })

    it('begins anew when a crash left an upload without its file', async () => {
      const { id, capability } = await announce()
      const bytes = picture(2000)
      const metadata = metadataOf(bytes, capability)
      const first = await beginUpload(app, bytes.length, metadata)
      rmSync(join(app.context.config.dataDir, 'uploads', first.split('/').pop() ?? ''))
      expect(await beginUpload(app, bytes.length, metadata)).not.toBe(first)
      await upload(bytes, metadata)
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
    })

    it('begins anew beside an upload that has bytes, and beside another type or size', async () => {
      const { capability } = await announce()
      const bytes = picture(2000)
      const metadata = metadataOf(bytes, capability)
      const begin = (size = bytes.length, changes = {}) =>
        beginUpload(app, size, { ...metadata, ...changes })
      const first = await begin()
      const other = [await begin(1999), await begin(2000, { filetype: 'application/pdf' })]
      const response = await fetch(new URL(first, server.origin), {
        method: 'PATCH',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': '0',
          'Content-Type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes.subarray(0, 1000)),
      })
      expect(response.headers.get('upload-offset')).toBe('1000')
      expect(new Set([first, ...other, await begin()]).size).toBe(4)
    })

    // A browser repeats a whole request by itself when it breaks off on a reused connection.
    it('gets the bytes on a new connection, at the beginning and after each cut', async () => {
      const { capability } = await announce()
      const bytes = picture(2000)
      const answers: Record<string, string | undefined> = {}
      await upload(bytes, metadataOf(bytes, capability), {
        onAfterResponse: (request, response) => {
          answers[request.getMethod()] = response.getHeader('Connection')
        },
      })
      expect(answers).toEqual({ POST: 'close', PATCH: 'keep-alive' })
      const { url } = await upload(bytes, metadataOf(bytes, (await announce()).capability))
      const head = await fetch(url ?? '', { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
      expect(head.headers.get('connection')).toBe('close')
    })

    it('neither stores nor returns the capability that an upload came with', async () => {
      const { capability } = await announce()
      const path = await beginUpload(app, 2000, metadataOf(picture(2000), capability))
      const stored = await app.context.files.uploads.getUpload(path.split('/').at(-1) ?? '')
      expect(Object.keys(stored.metadata ?? {}).sort()).toEqual(['filename', 'filetype', 'sha256'])
      const headers = { 'Tus-Resumable': '1.0.0' }
      const head = await app.fetch(path, { method: 'HEAD', headers })
      expect(head.headers.get('upload-metadata')).toMatch(/^(?!.*capability).*sha256/)
    })

    it('ends with a connection that breaks, and stores every byte before that', async () => {
      const bytes = picture(400_000)
      const { capability } = await announce()
      const path = await beginUpload(app, bytes.length, metadataOf(bytes, capability))
      const id = path.split('/').at(-1) ?? ''
      const isHeld = () => app.context.uploadLocks.isHeld(id)
      const line = await openPatch(server.origin, path, bytes.length)
      line.write(bytes.subarray(0, 300_000))
      await until(() => expect(isHeld()).toBe(true))
      line.end()
      await until(() => expect(isHeld()).toBe(false)) // no other request has asked for it
      const { offset } = await app.context.files.uploads.getUpload(id)
      expect(offset).toBe(300_000)
    })

    it('reports a finished upload as complete after a lost response', async () => {
      const { capability } = await announce()
      const bytes = picture(2000)
      const { url } = await upload(bytes, metadataOf(bytes, capability))
      const head = await fetch(url ?? '', { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
      expect(head.headers.get('upload-offset')).toBe('2000')
      expect(head.headers.get('upload-length')).toBe('2000')
      const { capability: _, ...metadata } = metadataOf(bytes, capability)
      expect(textsOf(head.headers.get('upload-metadata'))).toEqual(metadata)
    })

    it('returns 404 for an unknown upload, and the client sends it again', async () => {
      const { id, capability } = await announce()
      const bytes = picture(2000)
      const metadata = metadataOf(bytes, capability)
      const uploadUrl = new URL(await beginUpload(app, 2000, metadata), server.origin).href
      await app.database.query('delete from uploads where contribution_id = $1', [id])
      expect(await refusalOf(upload(bytes, metadata, { uploadUrl }))).toEqual({
        status: 404,
        code: 'not-found',
        error: 'Error al subir el archivo',
      })
      expect((await lucia.get(`/api/receipts/${id}/url`)).status).toBe(404)
      const nowhere = await fetch(`${server.origin}/api/uploads/${newId()}`, {
        method: 'PATCH',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': '0',
          'Content-Type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes),
      })
      expect(nowhere.status).toBe(404)
      expect(await nowhere.json()).toEqual({
        code: 'not-found',
        error: 'Error al subir el archivo',
      })
      await upload(bytes, metadata, { uploadUrl })
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)

      const other = await announce()
      const begun = await beginUpload(app, 2000, metadataOf(bytes, other.capability))
      const odd = await fetch(new URL(begun, server.origin), {
        method: 'PATCH',
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'text/plain' },
        body: new Uint8Array(bytes),
      })
      expect(await odd.json()).toEqual({
        code: 'invalid-input',
        error: 'Error al subir el archivo',
      })
    })

    it('deletes an upload that the person cancels, and returns 409 for a wrong offset', async () => {
      const { id, capability } = await announce()
      const bytes = picture(2000)
      const created = await fetch(`${server.origin}/api/uploads`, {
        method: 'POST',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': '2000',
          'Upload-Metadata': metadataHeader(metadataOf(bytes, capability)),
        },
      })
      const url = new URL(created.headers.get('location') ?? '', server.origin).href
      const wrong = await fetch(url, {
        method: 'PATCH',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': '7',
          'Content-Type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(bytes),
      })
      expect(wrong.status).toBe(409)
      const gone = await fetch(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })
      expect(gone.status).toBe(204)
      expect(
        (await fetch(url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })).status,
      ).toBe(404)
      expect(
        await app.database.query('select from uploads where contribution_id = $1', [id]),
      ).toHaveLength(0)
    })

    it.each([
      ['POST', '', {}, 412],
      ['POST', '', { 'Tus-Resumable': '0.2.2', 'Upload-Length': '10' }, 412],
      ['POST', '', { 'Tus-Resumable': '1.0.0' }, 400],
      ['PATCH', '/5f0c7a5e-0000-4000-8000-000000000000', { 'Tus-Resumable': '0.2.2' }, 412],
      [
        'PATCH',
        '/5f0c7a5e-0000-4000-8000-000000000000',
        { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'text/plain' },
        415,
      ],
      ['POST', '', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '-1' }, 400],
      ['POST', '', { 'Tus-Resumable': '1.0.0', 'Upload-Concat': 'partial' }, 400],
      ['POST', '', { 'Tus-Resumable': '1.0.0', 'Upload-Defer-Length': '1' }, 400],
      ['POST', '/otra', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' }, 404],
      ['PATCH', '', { 'Tus-Resumable': '1.0.0' }, 404],
    ])('responds to %s %s with %o in our own format', async (method, path, headers, status) => {
      const answer = await fetch(`${server.origin}/api/uploads${path}`, { method, headers })
      expect([answer.status, await answer.json()]).toEqual([
        status,
        { error: expect.any(String), code: expect.stringMatching(/^(invalid-input|not-found)$/) },
      ])
      expect(answer.headers.get('tus-resumable')).toBe('1.0.0')
      expect(answer.headers.get('tus-version')).toBe(status === 412 ? '1.0.0' : null)
    })

    it('lists the supported tus extensions, and no others', async () => {
      const { status, headers } = await fetch(`${server.origin}/api/uploads`, { method: 'OPTIONS' })
      expect(status).toBe(204)
      expect(headers.get('tus-version')).toBe('1.0.0')
      expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,termination')
      expect(headers.get('tus-max-size')).toBe(String(10 * MEGABYTE))
    })

    it('takes an upload whose bytes come with its creation', async () => {
      const { id, capability } = await announce()
      const bytes = picture(2000)
      const created = await fetch(`${server.origin}/api/uploads`, {
        method: 'POST',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': '2000',
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Metadata': metadataHeader(metadataOf(bytes, capability)),
        },
        body: new Uint8Array(bytes),
      })
      expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '2000'])
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
    })

    it('does not serve an upload by GET', async () => {
      const { capability } = await announce()
      const bytes = picture(2000)
      const { url } = await upload(bytes, metadataOf(bytes, capability))
      expect((await fetch(url ?? '')).status).toBe(404)
    })
  })

  describe('[R4] [R5] reading', () => {
    let julieta: Person
    let stranger: Person
    let id: string
    let capability: string
    let bytes: Buffer

    beforeAll(async () => {
      julieta = await buildPerson(app, { firstName: 'Julieta' })
      stranger = await buildPerson(app, { firstName: 'Otra' })
      const announced = await announce({}, julieta)
      id = announced.id
      capability = announced.capability
      bytes = picture(4000)
      await upload(bytes, metadataOf(bytes, capability))
    })

    it('is for the organiser and for the contributor of that very contribution', async () => {
      for (const state of ['rejected', 'pending', 'confirmed']) {
        await lucia.mutate('set-contribution-state', { id, state })
        expect((await read(lucia, id)).bytes?.equals(bytes), state).toBe(true)
        expect((await read(julieta, id)).bytes?.equals(bytes), state).toBe(true)
      }
      const denied = { error: 'No tienes permisos para ver este comprobante', code: 'not-found' }
      expect(await read(stranger, id)).toEqual({ status: 404, body: denied })
      expect(await lucia.get('/api/receipts/otro/url')).toMatchObject({ status: 404, body: denied })
      expect((await visitor(app).get(`/api/receipts/${id}/url`)).status).toBe(401)
      const another = await announce({}, stranger)
      expect((await read(julieta, another.id)).status).toBe(404)
    })

    it('is for its contributor alone once the collection is deleted', async () => {
      const address = await lucia.get(`/api/receipts/${id}/url`)
      expect((await lucia.get(address.body.url)).status).toBe(200)
      await lucia.mutate('delete-collection', { id: collectionId })
      onTestFinished(() => lucia.mutate('restore-collection', { id: collectionId }).then(() => {}))
      expect((await lucia.get(address.body.url)).status).toBe(404)
      expect((await read(lucia, id)).status).toBe(404)
      expect((await read(julieta, id)).bytes?.equals(bytes)).toBe(true)
    })

    it('refuses an altered, an expired and a borrowed address', async () => {
      const { body } = await julieta.get(`/api/receipts/${id}/url`)
      expect((await julieta.get(body.url)).status).toBe(200)
      const end = app.clock.now().getTime() + HOUR
      expect(Math.abs(new Date(body.expiresAt).getTime() - end)).toBeLessThan(2_000)
      // Any first letter but its own: one fixed letter would be the right one once in 64 times.
      const altered = body.url.replace(
        /signature=(.)/,
        (_: string, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`,
      )
      expect(await julieta.get(altered)).toMatchObject({
        status: 403,
        body: {
          code: 'not-allowed',
          error: 'No tienes permisos para ver este comprobante',
        },
      })
      expect((await julieta.get(body.url.replace(/until=\d/, 'until=9'))).status).toBe(403)
      expect((await lucia.get(body.url)).status).toBe(403)
      expect((await visitor(app).get(body.url)).status).toBe(401)
      for (const path of ['url', 'file?until=1&signature=x']) {
        expect(await julieta.get(`/api/receipts/recibo.png/${path}`)).toMatchObject({
          status: 404,
          body: { error: 'No tienes permisos para ver este comprobante' },
        })
      }
      const ofAnother = body.url.replace(id, (await announce({}, julieta)).id)
      expect((await julieta.get(ofAnother)).status).toBe(403)
      app.clock.forward(HOUR - 1000)
      expect((await julieta.get(body.url)).status).toBe(200)
      app.clock.forward(2000)
      expect(await julieta.get(body.url)).toMatchObject({
        status: 410,
        body: { code: 'link-expired', error: 'No se pudo cargar el comprobante' },
      })
      app.clock.forward(-HOUR - 1000)
    })

    it('rejects a capability of the other kind, and of another installation', async () => {
      const { body } = await julieta.get(`/api/receipts/${id}/url`)
      const address = new URL(body.url, server.origin).searchParams
      const [, until, signature] = capability.split('.')
      const asAddress = `/api/receipts/${id}/file?until=${until}&signature=${signature}`
      expect((await julieta.get(asAddress)).status).toBe(403)
      const asCapability = [id, address.get('until'), address.get('signature')].join('.')
      const sent = await refusalOf(upload(bytes, metadataOf(bytes, asCapability)))
      expect(sent).toMatchObject({ status: 403, code: 'not-allowed' })
      // Nor does the one of the report replace what is there.
      const another = picture(4_001)
      const replacing = await refusalOf(upload(another, metadataOf(another, capability)))
      expect(replacing).toMatchObject({ status: 409, ...ATTACHED })

      const env = { SECRET: 'otro secreto de prueba también largo' }
      const other = await buildApp(app.database, { env })
      const there = visitor(other)
      there.cookies.set('session', julieta.cookies.get('session') ?? '')
      expect((await there.get(body.url)).status).toBe(403)
      const otherServer = await serveApp(other)
      const refused = refusalOf(uploadTo(otherServer.origin, bytes, metadataOf(bytes, capability)))
      expect(await refused).toMatchObject({ status: 403, code: 'not-allowed' })
      await otherServer.close()
    })

    it('is served with its true type, in a sandbox, and in parts on request', async () => {
      const { headers } = await read(lucia, id)
      expect(headers?.get('cache-control')).toBe('no-store')
      expect(headers?.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers?.get('x-content-type-options')).toBe('nosniff')
      expect(headers?.get('content-disposition')).toBe(
        "inline; filename*=UTF-8''Comprobante%2012%2F11.PNG",
      )
      const { body } = await lucia.get(`/api/receipts/${id}/url`)
      const part = await lucia.send('GET', body.url, undefined, { range: 'bytes=0-7' })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe('bytes 0-7/4000')
      const past = await lucia.send('GET', body.url, undefined, { range: 'bytes=9000-' })
      expect(past.status).toBe(416)
    })

    it.each([
      ['bytes=3990-', 206, 'bytes 3990-3999/4000', '10'],
      ['bytes=3990-9000', 206, 'bytes 3990-3999/4000', '10'],
      ['bytes=-10', 206, 'bytes 3990-3999/4000', '10'],
      ['bytes=-9000', 206, 'bytes 0-3999/4000', '4000'],
      ['bytes=-0', 416, 'bytes */4000', null],
      ['bytes=9-2', 200, null, '4000'],
      ['bytes=-', 200, null, '4000'],
      ['bytes=0-1,5-6', 200, null, '4000'],
    ])('is served for the range %s as RFC 9110 says', async (range, status, part, length) => {
      const { body } = await lucia.get(`/api/receipts/${id}/url`)
      const { status: got, headers } = await lucia.send('GET', body.url, undefined, { range })
      const sent = [got, headers.get('content-range'), headers.get('content-length')]
      expect(sent).toEqual([status, part, length])
    })

    it('closes the file after a HEAD request', async () => {
      const { id, capability } = await announce()
      const bytes = picture(MEGABYTE)
      await upload(bytes, metadataOf(bytes, capability))
      const { body } = await lucia.get(`/api/receipts/${id}/url`)
      const reading = vi.spyOn(app.context.files, 'read')
      onTestFinished(() => reading.mockRestore())
      const { status, headers } = await lucia.send('HEAD', body.url)
      expect([status, headers.get('content-length')]).toEqual([200, String(MEGABYTE)])
      const opened = await reading.mock.results[0]?.value
      await expect.poll(() => opened.closed).toBe(true)
    })

    it('lists all of a collection to its organiser alone', async () => {
      const own = await buildCollection(app, lucia)
      const announceWith = async (bytes: Buffer) => {
        const { id, capability } = await announce({}, visitor(app), own)
        await upload(bytes, metadataOf(bytes, capability))
        return id
      }
      const first = await announceWith(picture(4000))
      app.clock.forward(HOUR)
      onTestFinished(() => app.clock.forward(-HOUR))
      const later = await announceWith(picture(100))
      // Of every state, and once it is closed.
      await lucia.mutate('set-contribution-state', { id: first, state: 'rejected' })
      await lucia.mutate('set-contribution-state', { id: later, state: 'pending' })
      await lucia.mutate('set-collection-status', { id: own, status: 'cerrada' })
      const path = `/api/collections/${own}/receipts`
      expect((await lucia.get(path)).body.receipts).toMatchObject([
        { contributionId: later, type: 'image/png', size: 100, repeated: false },
        { contributionId: first, type: 'image/png', size: 4000, repeated: false },
      ])
      expect(await julieta.get(path)).toMatchObject({
        status: 403,
        body: {
          code: 'not-allowed',
          error: 'No tienes permisos para ver estos comprobantes',
        },
      })
      expect((await visitor(app).get(path)).status).toBe(401)
      expect(await lucia.get('/api/collections/otra/receipts')).toMatchObject({
        status: 404,
        body: { error: 'No tienes permisos para ver estos comprobantes' },
      })
      await lucia.mutate('delete-collection', { id: own })
      expect((await lucia.get(path)).status).toBe(403)
    })
  })

  describe('[R6]', () => {
    it('marks the same file on several contributions of a collection, and on no others', async () => {
      const bytes = picture(5000)
      const elsewhere = await buildCollection(app, lucia)
      const same = [await announce(), await announce(), await announce()]
      const other = await announce({}, visitor(app), elsewhere)
      await upload(bytes, metadataOf(bytes, other.capability))
      await Promise.all(same.map(({ capability }) => upload(bytes, metadataOf(bytes, capability))))
      for (const { id } of same) {
        expect(await contribution(id)).toMatchObject({ receiptRepeated: true })
      }
      const [row] = await app.database.query<{ repeated: boolean }>(
        'select receipt_repeated as repeated from contributions where id = $1',
        [other.id],
      )
      expect(row?.repeated).toBe(false)
    })

    it('recognises the same photo with other metadata', async () => {
      const [one, two] = [await announce(), await announce()]
      const photo = withSegments(drawn('image/jpeg', 50, 50), exifSegment(6))
      const sent = withSegments(photo, jpegSegment(0xfe, Buffer.from('sent once more')))
      const filetype = 'image/jpeg'
      await upload(photo, metadataOf(photo, one.capability, { filetype }))
      await upload(sent, metadataOf(sent, two.capability, { filetype }))
      for (const { id } of [one, two]) {
        expect(await contribution(id)).toMatchObject({ receiptRepeated: true })
      }
    })

    it('deletes uploads that are unfinished after a day, and no finished receipt', async () => {
      const { id, capability } = await announce()
      const bytes = picture(MEGABYTE)
      await expect(
        upload(bytes, metadataOf(bytes, capability), {
          chunkSize: 100_000,
          onChunkComplete() {
            throw new Error('the phone went away')
          },
        }),
      ).rejects.toThrow()
      const finished = stored().length
      const unfinished = () =>
        app.database.query('select from uploads where contribution_id = $1', [id])
      app.clock.forward(23 * HOUR)
      await sweepUploads(app.context)
      expect(await unfinished()).toHaveLength(1)
      app.clock.forward(2 * HOUR)
      expect(await sweepUploads(app.context)).toBeGreaterThanOrEqual(1)
      app.clock.forward(-25 * HOUR)
      expect(stored()).toHaveLength(finished)
      expect(readdirSync(join(app.context.config.dataDir, 'uploads'))).toEqual([])
      expect(await unfinished()).toHaveLength(0)
    })

    it('sweeps an upload without bytes, and one that is whole but no receipt', async () => {
      const html = Buffer.from('<!doctype html><script>alert(1)</script>')
      const ids = await Promise.all(
        [1, 2].map(async () => {
          const { id, capability } = await announce()
          const path = await beginUpload(app, html.length, metadataOf(html, capability))
          return { id, file: join(app.context.config.dataDir, path.replace('/api/', '')) }
        }),
      )
      // A crash leaves these states: before the first byte is stored, and after the last one.
      rmSync(ids[0]?.file ?? '')
      rmSync(`${ids[0]?.file}.json`)
      writeFileSync(ids[1]?.file ?? '', html)
      app.clock.forward(25 * HOUR)
      expect(await sweepUploads(app.context)).toBeGreaterThanOrEqual(2)
      app.clock.forward(-25 * HOUR)
      for (const { id } of ids) {
        expect(
          await app.database.query('select from uploads where contribution_id = $1', [id]),
        ).toEqual([])
      }
    })

    it('tries every old upload, however many there are', async () => {
      const { id } = await announce()
      await app.database.query(
        `insert into uploads (id, contribution_id, path, name, type, size, sha256, created_at)
         select 'old-' || n, $1, 'old/' || n, 'a.png', 'image/png', 1, repeat('0', 64), $2
         from generate_series(1, 1001) n`,
        [id, new Date(app.clock.now().getTime() - 25 * HOUR).toISOString()],
      )
      const tried: string[] = []
      const withLock = async (uploadId: string): Promise<never> => {
        tried.push(uploadId)
        throw new Error('held')
      }
      const uploadLocks = { ...app.context.uploadLocks, withLock }
      await expect(sweepUploads({ ...app.context, uploadLocks })).rejects.toThrow('held')
      expect(tried.filter((uploadId) => uploadId.startsWith('old-'))).toHaveLength(1001)
      await app.database.query('delete from uploads where contribution_id = $1', [id])
    })

    it('does not delete an upload whose bytes cannot be read at the moment', async () => {
      const { id, capability } = await announce()
      const bytes = picture(900)
      const metadata = metadataOf(bytes, capability)
      const path = await beginUpload(app, 900, metadata)
      app.clock.forward(25 * HOUR)
      onTestFinished(() => app.clock.forward(-25 * HOUR))
      const reading = vi.spyOn(app.context.files.uploads, 'getUpload')
      reading.mockRejectedValue(new StorageError('access', 'EIO'))
      await expect(sweepUploads(app.context)).rejects.toThrow('access: EIO')
      reading.mockRestore()
      await upload(bytes, metadata, { uploadUrl: new URL(path, server.origin).href })
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
    })

    it('counts no upload that another process sweeps first', async () => {
      app.clock.forward(25 * HOUR)
      onTestFinished(() => app.clock.forward(-50 * HOUR))
      await sweepUploads(app.context)
      const { capability } = await announce()
      const path = await beginUpload(app, 900, metadataOf(picture(900), capability))
      const uploadId = path.split('/').pop() ?? ''
      app.clock.forward(25 * HOUR)

      const lock = app.context.uploadLocks.newLock(uploadId)
      let sweeping: Promise<number> | undefined
      await new Promise<void>((asked) => {
        const isHeld = lock.lock(new AbortController().signal, async () => asked())
        void isHeld.then(() => {
          sweeping = sweepUploads(app.context)
        })
      })
      await forgetUpload(app.context, uploadId)
      await lock.unlock()
      expect(await sweeping).toBe(0)
    })

    it('sweeps the bytes that a crash after attaching left, once they are a day old', async () => {
      const { id, capability } = await announce()
      const bytes = picture(3000)
      const { url } = await upload(bytes, metadataOf(bytes, capability))
      const uploadId = url?.split('/').pop() ?? ''
      // The state when the process dies between the row and the bytes.
      const [receipt] = stored().filter((path) => String(path).includes(uploadId))
      const left = join(app.context.config.dataDir, 'uploads', uploadId)
      linkSync(join(app.context.config.dataDir, 'receipts', String(receipt)), left)
      writeFileSync(`${left}.json`, JSON.stringify({ id: uploadId, size: 3000, offset: 0 }))

      expect(await sweepUploads(app.context)).toBe(0)
      expect(existsSync(left)).toBe(true)
      app.clock.forward(25 * HOUR)
      expect(await sweepUploads(app.context)).toBe(1)
      app.clock.forward(-25 * HOUR)
      expect([existsSync(left), existsSync(`${left}.json`)]).toEqual([false, false])
      expect((await read(lucia, id)).bytes?.equals(bytes)).toBe(true)
    })
  })
})

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Parses `Upload-Metadata` (tus). */
function textsOf(header: string | null): Record<string, string> {
  const pairs = (header ?? '').split(',').map((pair) => pair.split(' '))
  return Object.fromEntries(
    pairs.map(([name, value = '']) => [name, Buffer.from(value, 'base64').toString()]),
  )
}
