import { AppError } from '../../../shared/errors.ts'
import { DAY } from '../../../shared/time.ts'
import type { ReceiptFiles } from '../../data/receipt-files.ts'
import { isStorageError } from '../outage-errors.ts'
import {
  findFinished,
  findUpload,
  finishUpload,
  forgetUpload,
  type Tools,
} from './receipt-uploads.ts'
import type { UploadLocks } from './upload-locks.ts'

/**
 * Deletes uploads unfinished after a day (R6), each under its lock, and files without a row. Finishes those whose last
 * byte arrived just before a crash. Returns the number of deleted ones. An error does not stop the sweep: it throws the
 * last one at the end.
 */
export async function sweepUploads(tools: Tools & { uploadLocks: UploadLocks }): Promise<number> {
  const { database, now, uploadLocks } = tools
  const yesterday = new Date(now().getTime() - DAY)
  const old = await database.query<{ id: string }>(
    'select id from uploads where created_at < $1 order by created_at',
    [yesterday.toISOString()],
  )
  let deleted = await deleteOrphans(tools, yesterday)
  let lastError: unknown
  for (const { id } of old) {
    try {
      if (await uploadLocks.withLock(id, () => finishOrDelete(tools, id))) deleted++
    } catch (error) {
      lastError = error
    }
  }
  if (lastError) throw lastError
  return deleted
}

/** Returns whether it was deleted; false when it became a receipt or another process was faster. */
async function finishOrDelete(tools: Tools, id: string): Promise<boolean> {
  const { database, files } = tools
  const upload = await findUpload(database, id)
  if (!upload) return false
  if (await isWhole(files, id, upload.size)) await finishUnlessRefused(tools, id)
  if (await findFinished(database, id)) return false
  await files.delete(upload.path)
  await forgetUpload(tools, id)
  return true
}

async function isWhole(files: ReceiptFiles, id: string, size: number): Promise<boolean> {
  const upload = await files.uploads.getUpload(id).catch((error) => {
    if (isStorageError(error)) throw error
    return null
  })
  return upload?.offset === size
}

/** Ignores a refusal (AppError). Throws other errors, because the bytes may still become a receipt. */
async function finishUnlessRefused(tools: Tools, id: string): Promise<void> {
  await finishUpload(tools, id).catch((error) => {
    if (!(error instanceof AppError)) throw error
  })
}

async function deleteOrphans({ database, files }: Tools, yesterday: Date): Promise<number> {
  // Reads the folder first: an upload's row exists before its file, so that a new upload is never taken for an orphan.
  const old = await files.uploadsBefore(yesterday)
  const orphans = await database.query<{ id: string }>(
    'select unnest($1::text[]) as id except select id from uploads',
    [old],
  )
  for (const { id } of orphans) await files.dropUpload(id)
  return orphans.length
}
