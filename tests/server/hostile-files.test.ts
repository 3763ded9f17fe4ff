import { existsSync, readdirSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { RECEIPT_WRONG_TYPE } from '../../shared/receipt.ts'
import { withoutMetadata } from '../../shared/receipt-bytes.ts'
import { databasesOf } from '../support/database.ts'
import { HOSTILE_NAMES, REFUSED_FILES, STORED_FILES } from '../support/hostile-files.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import { announce, refusalOf } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/*
 * Malicious files sent as receipts (R2, R4): each is refused with the specification's message, or stored as a picture or
 * a document that a browser treats as nothing else.
 */

describe('hostile files', () => {
  let app: TestApp
  let server: Awaited<ReturnType<typeof serveApp>>
  let lucia: Person
  let collectionId: string

  beforeAll(async () => {
    app = await buildApp(await databasesOf('embedded')())
    server = await serveApp(app)
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
  })
  afterAll(() => server?.close())

  const receipts = () => join(app.context.config.dataDir, 'receipts')
  const stored = () => readdirSync(receipts(), { recursive: true }).length

  async function serve(contributionId: string): Promise<Response> {
    const { body } = await lucia.get(`/api/receipts/${contributionId}/url`)
    return app.fetch(body.url, { headers: { cookie: `session=${lucia.cookies.get('session')}` } })
  }

  it.each(REFUSED_FILES)('refuses %s, and stores nothing', async (...file) => {
    const [, bytes, filetype, message = RECEIPT_WRONG_TYPE] = file
    const { capability } = await announce(app, collectionId)
    const before = stored()
    const metadata = metadataOf(bytes, capability, { filetype })
    expect(await refusalOf(upload(server.origin, bytes, metadata))).toEqual({
      status: 400,
      error: message,
      code: 'invalid-input',
    })
    expect(stored()).toBe(before)
  })

  it.each(STORED_FILES)(
    'stores %s, and serves it with the declared type, nosniff and a sandbox',
    async (_what, bytes, filetype) => {
      const { id, capability } = await announce(app, collectionId)
      await upload(server.origin, bytes, metadataOf(bytes, capability, { filetype }))
      const response = await serve(id)
      expect(response.headers.get('content-type')).toBe(filetype)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-disposition')).toMatch(
        filetype === 'application/pdf' ? /^attachment;/ : /^inline;/,
      )
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      const kept = Buffer.from(withoutMetadata(new Uint8Array(bytes)))
      expect(Buffer.from(await response.arrayBuffer()).equals(kept)).toBe(true)
    },
  )

  it.each(HOSTILE_NAMES)(
    'stores a file called %j inside its folder, under a plain name, and serves it with its own type',
    async (filename) => {
      const { id, capability } = await announce(app, collectionId)
      const bytes = picture(200)
      await upload(server.origin, bytes, metadataOf(bytes, capability, { filename }))
      const [row] = await app.database.query<{ path: string }>(
        'select path from receipts where contribution_id = $1',
        [id],
      )
      const path = row?.path ?? ''
      expect(path).toMatch(new RegExp(`^${collectionId}/[0-9a-f-]{36}_[a-z0-9._-]{1,100}$`))
      expect(resolve(receipts(), path).startsWith(resolve(receipts()) + sep)).toBe(true)
      expect(existsSync(join(receipts(), path))).toBe(true)
      const response = await serve(id)
      expect(response.headers.get('content-disposition')).toMatch(
        /^inline; filename\*=UTF-8''[\w.%~!-]+\.png$/,
      )
      expect(response.headers.get('set-cookie')).toBeNull()
    },
  )

  it.each(['image/svg+xml', 'text/html', 'image/gif', '', 'image/png; charset=x'])(
    'refuses the type %j before a byte is sent',
    async (filetype) => {
      const { capability } = await announce(app, collectionId)
      const bytes = picture(200)
      const metadata = metadataOf(bytes, capability, { filetype })
      expect(await refusalOf(upload(server.origin, bytes, metadata))).toMatchObject({
        error: RECEIPT_WRONG_TYPE,
      })
    },
  )
})
