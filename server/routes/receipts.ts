import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import * as receipts from '../../shared/api/receipts.ts'
import { AppError } from '../../shared/errors.ts'
import { isId } from '../../shared/id.ts'
import type { Context } from '../context.ts'
import {
  openAddress,
  receiptAddress,
  receiptsOfCollection,
  type StoredReceipt,
} from '../domain/receipts/receipt-addresses.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { requireUser } from '../http/session.ts'

/** `GET /receipts/:contributionId/file?until=&signature=` returns the file (R4, R5). */
export function receiptRoutes(context: Context): Hono<Env> {
  const { database, files, logError } = context
  return new ApiRoutes()
    .serve(receipts.getReceiptAddress, (c) => {
      const viewer = requireUser(c)
      return receiptAddress(context, viewer.id, contributionId(c.req.param('contributionId')))
    })
    .serve(receipts.getReceipts, async (c) => {
      const { id } = requireUser(c)
      const collectionId = c.req.param('id').toLowerCase()
      if (!isId(collectionId)) throw notVisible('No tienes permisos para ver estos comprobantes')
      return { receipts: await receiptsOfCollection(database, id, collectionId) }
    })
    .get('/receipts/:contributionId/file', async (c) => {
      const viewer = requireUser(c)
      const id = contributionId(c.req.param('contributionId'))
      const receipt = await openAddress(context, viewer.id, id, {
        until: Number(c.req.query('until')),
        signature: c.req.query('signature') ?? '',
      })
      const range = byteRange(c.req.header('Range'), receipt.size)
      if (range === 'unsatisfiable') {
        return c.body(null, 416, { 'Content-Range': `bytes */${receipt.size}` })
      }
      const { start, end } = range ?? { start: 0, end: receipt.size - 1 }
      const bytes = await files.read(receipt.path, { start, end }).catch((cause) => {
        logError(cause, 'receipt not read')
        throw new AppError('unavailable', 'No se pudo cargar el comprobante', { cause })
      })
      return c.body(Readable.toWeb(bytes) as ReadableStream, range ? 206 : 200, {
        ...headersOf(receipt, c.req.query('download') !== undefined),
        'Content-Length': String(end - start + 1),
        ...(range ? { 'Content-Range': `bytes ${start}-${end}/${receipt.size}` } : {}),
      })
    })
}

/** The file's true type, and a policy under which nothing in it ever runs (R4). */
function headersOf({ name, type }: StoredReceipt, download: boolean): Record<string, string> {
  // Chromium's viewer runs the scripts of a PDF despite the policy, so a PDF is always downloaded.
  const disposition = download || type === 'application/pdf' ? 'attachment' : 'inline'
  return {
    'Content-Type': type,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeRfc5987(name)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Accept-Ranges': 'bytes',
    // Not for the 3600 s that the address is valid: the browser would still show it after sign-out.
    'Cache-Control': 'no-store',
  }
}

/** RFC 5987: encodeURIComponent keeps four characters that a header parameter may not contain. */
function encodeRfc5987(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
}

function contributionId(text: string): string {
  const id = text.toLowerCase()
  if (!isId(id)) throw notVisible('No tienes permisos para ver este comprobante')
  return id
}

function notVisible(message: string): AppError {
  return new AppError('not-found', message)
}

/**
 * Parses a Range header (RFC 9110, 14). null: the whole file, also for several ranges.
 *
 * @example byteRange('bytes=0-99', 1000) // { start: 0, end: 99 }
 */
function byteRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const suffix = Math.min(Number(last), size)
    return suffix === 0 ? 'unsatisfiable' : { start: size - suffix, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
