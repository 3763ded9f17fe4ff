/* admitUpload checks the right to send a receipt, finishUpload checks and attaches it (R1, R2). Both are repeatable. */
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { AppError, errorOf, type Refusal, refusalOf } from '../../../shared/errors.ts'
import { writeCorrection } from '../../../shared/mutations/write-correction.ts'
import {
  nameWithEnding,
  RECEIPT_EMPTY,
  RECEIPT_NOT_UPLOADED,
  RECEIPT_WRONG_TYPE,
  type ReceiptType,
  receiptName,
  receiptTypes,
  UPLOAD_REFUSED,
} from '../../../shared/receipt.ts'
import {
  problemWithReceipt,
  receiptTypeOf,
  withoutMetadata,
} from '../../../shared/receipt-bytes.ts'
import type { Transaction } from '../../../shared/sql.ts'
import { clean } from '../../../shared/text.ts'
import { parse } from '../../../shared/validation.ts'
import type { Database } from '../../data/database.ts'
import type { ReceiptFiles } from '../../data/receipt-files.ts'
import { sha256Of } from '../../data/sha256.ts'
import { type DiskGuard, noSpace } from '../disk-guard.ts'
import { type Limits, tooManyAttempts } from '../limits.ts'
import { lockReport, settleStatus } from '../own-report-corrections.ts'
import { readCapability } from './capability.ts'

export interface Tools {
  database: Database
  files: ReceiptFiles
  secret: string
  now(): Date
}

const MAX_UNDER_WAY = 10 // unfinished ones of a contribution: responses get lost, and people choose another file

const MISSING = 'Error en la configuración del archivo. Por favor, intenta con otro archivo.'

const neededMetadata = z.object({
  capability: z.string(MISSING),
  filename: z.pipe(z.string(MISSING).check(z.maxLength(1000, MISSING)), z.transform(clean)),
  filetype: z.enum(receiptTypes, RECEIPT_WRONG_TYPE),
  sha256: z.string(MISSING).check(z.regex(/^[0-9a-f]{64}$/, MISSING)),
})

type Metadata = Record<string, string | null>

interface Upload {
  id: string
  contributionId: string
  collectionId: string
  path: string
  name: string
  type: ReceiptType
  size: number
  sha256: string
  refusal: Refusal | null
  replaces: boolean
}

/**
 * Returns a new upload, or the same file's upload without a byte: lost responses must not use up MAX_UNDER_WAY and the
 * limits of bytes (R3). Throws AppError: 'invalid-input', 'not-allowed' for an invalid capability, 'not-found',
 * 'conflict' when the contribution has its receipt, 'too-many-requests', 'no-space'; or the refusal of the same file.
 */
export async function admitUpload(
  { database, files, secret, now, limits, disk }: Tools & { limits: Limits; disk: DiskGuard },
  metadata: Metadata,
  size: number,
): Promise<{ id: string; isNew: boolean }> {
  const { capability, filename, filetype, sha256 } = parse(neededMetadata, metadata)
  if (size < 1) throw new AppError('invalid-input', RECEIPT_EMPTY)
  const { contributionId, mayReplace } = readCapability(secret, capability, now())
  const name = nameWithEnding(filename, filetype)
  await disk.requireSpace()

  const upload = await database.transaction(async (tx) => {
    const { collectionId } = await lockContribution(tx, contributionId)
    if (mayReplace) await lockReport(tx, contributionId)
    else if (await isAttached(tx, contributionId)) throw alreadyAttached()
    const before = await tx.query<Pick<Upload, 'id' | 'sha256' | 'type' | 'size' | 'refusal'>>(
      `select id, sha256, type, size, refusal from uploads
       where contribution_id = $1 and replaces = $2`,
      [contributionId, mayReplace],
    )
    const ofSameFile = before.filter((upload) => upload.sha256 === sha256)
    const refusal = ofSameFile.find((upload) => upload.refusal)?.refusal
    if (refusal) throw errorOf(refusal)
    for (const { id, ...upload } of ofSameFile) {
      const isAlike = upload.type === filetype && upload.size === size
      if (isAlike && (await isEmpty(files, id))) return { id, collectionId, isNew: false }
    }
    if (before.length >= MAX_UNDER_WAY) throw tooManyAttempts()

    const id = randomUUID()
    await tx.query(
      `insert into uploads (id, contribution_id, path, name, type, size, sha256, metadata, created_at, replaces)
       values ($1, $2, $3, $4, $5, $6, $7, $8::text::json, $9, $10)`,
      [
        id,
        contributionId,
        `${collectionId}/${id}_${receiptName(name)}`,
        name,
        filetype,
        size,
        sha256,
        JSON.stringify({ ...metadata, capability: undefined }),
        now().toISOString(),
        mayReplace,
      ],
    )
    return { id, collectionId, isNew: true }
  })
  if (!upload.isNew) return upload
  await limits
    .countBytes('bytes of uploads to collection', size, upload.collectionId)
    .catch(async (error) => {
      await database.query('delete from uploads where id = $1', [upload.id])
      throw error instanceof AppError ? noSpace() : error
    })
  return upload
}

async function isEmpty(files: ReceiptFiles, id: string): Promise<boolean> {
  const upload = await files.uploads.getUpload(id).catch(() => null)
  return upload?.offset === 0
}

/**
 * Attaches a complete upload (R2). Idempotent. Throws AppError, and deletes the upload: 'damaged' for another hash than
 * the announced one, the file's refusal, 'conflict' when another upload was faster, 'not-found' when it is unknown, as
 * after a restore. Throws StorageError (R7); then the upload stays.
 */
export async function finishUpload(tools: Tools, id: string): Promise<void> {
  const { database, files } = tools
  const upload = await findUpload(database, id)
  if (!upload) {
    await files.dropUpload(id) // a crash may have left its bytes
    if (await findFinished(database, id)) return
    throw new AppError('not-found', UPLOAD_REFUSED)
  }
  if (upload.refusal) throw errorOf(upload.refusal)

  const bytes = await files.readUpload(id)
  const problem = problemWith(upload, bytes)
  if (problem) {
    await refuse(tools, upload, problem)
    throw problem
  }
  const stored = withoutMetadata(bytes)
  if (stored === bytes) await files.store(id, upload.path)
  else await files.put(upload.path, stored)
  const receipt = { ...upload, size: stored.length, sha256: sha256Of(stored) }
  try {
    await database.transaction((tx) => attach(tx, receipt, tools.now()))
  } catch (error) {
    // Another file is attached, or the contribution was deleted: this file is not needed.
    if (error instanceof AppError) {
      await files.delete(upload.path)
      await forgetUpload(tools, id)
    }
    throw error
  }
  await files.dropUpload(id)
}

/** Returns the upload of an attached receipt as it was announced; undefined without one. */
export async function findFinished(
  database: Database,
  id: string,
): Promise<{ size: number; metadata: Metadata } | undefined> {
  const [finished] = await database.query<{ size: number; metadata: Metadata }>(
    `select coalesce(upload_size, size) as size,
            coalesce(
              upload_metadata,
              json_build_object('filename', name, 'filetype', type, 'sha256', sha256)
            ) as metadata
     from receipts where upload_id = $1`,
    [id],
  )
  return finished
}

function problemWith(upload: Upload, bytes: Uint8Array<ArrayBuffer>): AppError | null {
  if (sha256Of(bytes) !== upload.sha256) {
    return new AppError('damaged', RECEIPT_NOT_UPLOADED)
  }
  const problem = problemWithReceipt(bytes)
  if (problem) return new AppError('invalid-input', problem)
  if (receiptTypeOf(bytes) !== upload.type) {
    return new AppError('invalid-input', RECEIPT_WRONG_TYPE)
  }
  return null
}

/** Stores the refusal of a file, unless it was damaged on its way and may come again. */
async function refuse(tools: Tools, { id }: Upload, problem: AppError): Promise<void> {
  const { database, files } = tools
  if (problem.code === 'damaged') return forgetUpload(tools, id)
  await database.query('update uploads set refusal = $2::text::jsonb where id = $1', [
    id,
    JSON.stringify(refusalOf(problem)),
  ])
  await files.dropUpload(id)
}

/** Undoes admitUpload for an upload that could not begin. */
export async function withdrawUpload(tools: Tools & { limits: Limits }, id: string): Promise<void> {
  const upload = await findUpload(tools.database, id)
  await forgetUpload(tools, id)
  if (!upload) return
  const { size, collectionId } = upload
  await tools.limits.giveBackBytes('bytes of uploads to collection', size, collectionId)
}

/** Deletes the bytes and the row. */
export async function forgetUpload({ database, files }: Tools, id: string): Promise<void> {
  await files.dropUpload(id)
  await database.query('delete from uploads where id = $1', [id])
}

/**
 * An advisory lock serialises uploads of the same file: both contributions are marked as repeated (R6). Rows are locked
 * before the collection's totals change, as everywhere.
 */
async function attach(tx: Transaction, upload: Upload, now: Date): Promise<void> {
  const { id, contributionId, collectionId, path, name, type, size, sha256 } = upload
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [collectionId + sha256])
  await lockSameFile(tx, upload)
  const [taken] = await tx.query<{ uploadId: string; name: string; sha256: string }>(
    'select upload_id as "uploadId", name, sha256 from receipts where contribution_id = $1',
    [contributionId],
  )
  if (taken?.uploadId === id) return
  if (upload.replaces) await replaceReceipt(tx, upload, taken?.name ?? null, now)
  else if (taken) throw alreadyAttached()
  await tx.query(
    `insert into receipts (contribution_id, collection_id, upload_id, path, name, type, size, sha256, attached_at,
                           upload_size, upload_metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
             (select size from uploads where id = $3), (select metadata from uploads where id = $3))`,
    [contributionId, collectionId, id, path, name, type, size, sha256, now.toISOString()],
  )
  await tx.query('update contributions set transfer_id = $2 where id = $1', [contributionId, path])
  await tx.query(
    `select mark_repeated(array(
       select contribution_id from receipts where collection_id = $1 and sha256 in ($2, $3)
     ))`,
    [collectionId, sha256, taken?.sha256 ?? sha256],
  )
  await tx.query('delete from uploads where id = $1', [id])
}

/** Lists the change (S12). Throws AppError as lockReport does. */
async function replaceReceipt(
  tx: Transaction,
  { contributionId, name }: Upload,
  before: string | null,
  now: Date,
): Promise<void> {
  const report = await lockReport(tx, contributionId)
  const at = now.toISOString()
  await writeCorrection(tx, report, {}, { at, by: 'guest', receipt: [before, name] })
  await settleStatus(tx, report)
  await tx.query(
    `with gone as (delete from receipts where contribution_id = $1 returning path)
     insert into doomed_files (path) select path from gone on conflict do nothing`,
    [contributionId],
  )
}

/**
 * Locks the contribution and all with its new or earlier file, also the hidden ones: one of them may be shown right now.
 */
async function lockSameFile(
  tx: Transaction,
  { contributionId, collectionId, sha256 }: Upload,
): Promise<void> {
  const rows = await tx.query<{ id: string; isHidden: boolean }>(
    `select c.id, c.deleted_at is not null as "isHidden"
     from contributions c
     where c.id in (
       select $1::uuid
       union all
       select r.contribution_id from receipts r
       where r.collection_id = $2 and r.sha256 in (
         $3, (select sha256 from receipts where contribution_id = $1)
       )
     )
     order by c.id
     for update of c`,
    [contributionId, collectionId, sha256],
  )
  if (!rows.some(({ id, isHidden }) => id === contributionId && !isHidden)) throw contributionGone()
}

async function lockContribution(
  tx: Transaction,
  contributionId: string,
): Promise<{ collectionId: string }> {
  const [row] = await tx.query<{ collectionId: string }>(
    `select collection_id as "collectionId" from contributions
     where id = $1 and deleted_at is null for update`,
    [contributionId],
  )
  if (!row) throw contributionGone()
  return row
}

async function isAttached(tx: Transaction, contributionId: string): Promise<boolean> {
  const rows = await tx.query('select from receipts where contribution_id = $1', [contributionId])
  return rows.length > 0
}

export async function findUpload(database: Database, id: string): Promise<Upload | undefined> {
  const [upload] = await database.query<Upload>(
    `select u.id, u.contribution_id as "contributionId", c.collection_id as "collectionId",
            u.path, u.name, u.type, u.size, u.sha256, u.refusal, u.replaces
     from uploads u join contributions c on c.id = u.contribution_id
     where u.id = $1`,
    [id],
  )
  return upload
}

function contributionGone(): AppError {
  return new AppError('not-found', 'Ese aporte ya no existe.')
}

function alreadyAttached(): AppError {
  return new AppError('conflict', 'Ese aporte ya tiene su comprobante.')
}
