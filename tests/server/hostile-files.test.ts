import { existsSync, readdirSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RECEIPT_WRONG_TYPE } from '../../shared/receipt.ts'
import { databasesOf } from '../support/database.ts'
import { listen } from '../support/listening.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import { announce, metadataOf, picture, refusalOf, upload } from '../support/receipts.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/*
 * What people with bad intentions send as a receipt (R2, R4): each is refused with the specification's
 * message, or lies there as a picture or a document and is nothing else to a browser.
 */

const text = (content: string) => Buffer.from(content)
const HTML = '<!doctype html><script>alert(document.cookie)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
const ZIP = Buffer.from('504b0304140000000000', 'hex')
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n'
const GIF = text('GIF89a\x01\x00\x01\x00')

/** A PNG whose header says how large it is, with nothing behind it. */
function pngOf(width: number, height: number): Buffer {
  const bytes = picture(200)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

const REFUSED: [what: string, bytes: Buffer, type: string][] = [
  ['HTML as PNG', text(HTML), 'image/png'],
  ['HTML as JPEG', text(HTML), 'image/jpeg'],
  ['HTML as PDF', text(HTML), 'application/pdf'],
  ['HTML behind white space', text(`\n\n   ${HTML}`), 'image/png'],
  ['HTML behind a BOM', text(`\uFEFF${HTML}`), 'image/png'],
  ['HTML in UTF-16', Buffer.from(HTML, 'utf16le'), 'image/png'],
  ['SVG as PNG', text(SVG), 'image/png'],
  ['SVG with an XML head', text(`<?xml version="1.0"?>${SVG}`), 'image/jpeg'],
  ['SVG, compressed', gzipSync(SVG), 'image/png'],
  ['a script', text('#!/bin/sh\nrm -rf /\n'), 'application/pdf'],
  ['JavaScript', text('alert(1)'), 'image/png'],
  ['PHP', text('<?php system($_GET["c"]); ?>'), 'image/jpeg'],
  ['a GIF', GIF, 'image/png'],
  ['a GIF that is JavaScript', text('GIF89a/*\x00*/=1;alert(1)'), 'image/jpeg'],
  ['a BMP', text('BM'.padEnd(60, '\x00')), 'image/png'],
  ['a WebP', text('RIFF\x24\x00\x00\x00WEBPVP8 '.padEnd(60, '\x00')), 'image/png'],
  ['a HEIC', Buffer.from('0000001c6674797068656963000000006d696631', 'hex'), 'image/jpeg'],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex'), 'image/jpeg'],
  ['a zip', ZIP, 'application/pdf'],
  ['an office document', Buffer.concat([ZIP, text('word/document.xml')]), 'application/pdf'],
  ['a Windows program', text('MZ'.padEnd(80, '\x00')), 'image/png'],
  ['a Linux program', Buffer.from('7f454c4602010100', 'hex'), 'image/png'],
  ['an empty-looking file', Buffer.alloc(100), 'image/png'],
  ['one byte', Buffer.from([0x89]), 'image/png'],
  ['the first half of a signature', Buffer.from([0x89, 0x50, 0x4e]), 'image/png'],
  ['a PNG called JPEG', picture(300), 'image/jpeg'],
  ['a JPEG called PNG', JPEG, 'image/png'],
  ['a PDF called PNG', text(PDF), 'image/png'],
  ['a PNG called PDF', picture(300), 'application/pdf'],
  ['a PDF behind other bytes', text(`${'x'.repeat(2000)}${PDF}`), 'application/pdf'],
]

const HARMLESS: [what: string, bytes: Buffer, type: string][] = [
  ['a PNG that ends in HTML', Buffer.concat([picture(300), text(HTML)]), 'image/png'],
  ['a JPEG that ends in a zip', Buffer.concat([JPEG, ZIP]), 'image/jpeg'],
  [
    'a JPEG with a script in its comment',
    Buffer.concat([JPEG, text(`\xff\xfe${HTML}`)]),
    'image/jpeg',
  ],
  ['a PDF that wants to run JavaScript', text(PDF), 'application/pdf'],
  ['a PDF that is HTML, too', text(`${PDF}${HTML}`), 'application/pdf'],
  ['a PNG cut off in the middle', picture(300).subarray(0, 120), 'image/png'],
  ['a JPEG cut off after its head', JPEG.subarray(0, 12), 'image/jpeg'],
  ['a PNG of 50 megapixels in its header', pngOf(10_000, 5_000), 'image/png'],
  ['a PNG of four billion by four billion', pngOf(0xffffffff, 0xffffffff), 'image/png'],
]

const NAMES = [
  'factura.pdf.exe',
  'recibo.png.html',
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\drivers\\etc\\hosts',
  '/etc/shadow',
  'a'.repeat(300),
  `${'ñ'.repeat(200)}.png`,
  '🎁🎉🧉.png',
  '.htaccess',
  '..',
  'con',
  'a\u0000b.png',
  'a\r\nSet-Cookie: session=x.png',
  '"; filename="evil.html',
  '<script>alert(1)</script>.png',
  '\u202Egnp.exe',
]

describe('hostile files', () => {
  let app: TestApp
  let server: Awaited<ReturnType<typeof listen>>
  let lucia: Person
  let collectionId: string

  beforeAll(async () => {
    app = await buildApp(await databasesOf('embedded')())
    server = await listen(app)
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

  it.each(REFUSED)('refuses %s, and keeps nothing', async (_what, bytes, filetype) => {
    const { capability } = await announce(app, collectionId)
    const before = stored()
    const metadata = metadataOf(bytes, capability, { filetype })
    expect(await refusalOf(upload(server.origin, bytes, metadata))).toEqual({
      status: 400,
      error: RECEIPT_WRONG_TYPE,
      code: 'invalid-input',
    })
    expect(stored()).toBe(before)
  })

  it.each(HARMLESS)(
    'keeps %s as what it says it is, and nothing else',
    async (_what, bytes, filetype) => {
      const { id, capability } = await announce(app, collectionId)
      await upload(server.origin, bytes, metadataOf(bytes, capability, { filetype }))
      const response = await serve(id)
      expect(response.headers.get('content-type')).toBe(filetype)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    },
  )

  it.each(NAMES)(
    'keeps a file called %j inside its folder, under a plain name',
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
        /^inline; filename\*=UTF-8''[\w.%~!-]+$/,
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
