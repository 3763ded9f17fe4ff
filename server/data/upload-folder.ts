import { createWriteStream, mkdirSync } from 'node:fs'
import { access, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Upload } from '@tus/server'
import type { ReceiptFiles } from './receipt-files.ts'
import { withStorageErrors } from './storage-error.ts'

type UploadFolder = Pick<
  ReceiptFiles,
  'uploads' | 'readUpload' | 'dropUpload' | 'uploadsBefore'
> & { pathOf(uploadId: string): string }

/** Stores unfinished uploads in `DATA_DIR/uploads`, also when receipts are in a bucket. */
export function uploadFolder(dataDir: string): UploadFolder {
  const folder = join(dataDir, 'uploads')
  const pathOf = (id: string) => pathIn(folder, id)
  // The store would create it later, and a failure would then end the process.
  mkdirSync(folder, { recursive: true })

  return {
    pathOf,
    uploads: new UploadStore({ directory: folder }),
    readUpload: (id) => withStorageErrors(async () => readFile(pathOf(id))),

    dropUpload: (id) =>
      withStorageErrors(async () => {
        await removeFile(pathOf(id))
        await removeFile(`${pathOf(id)}.json`)
      }),

    uploadsBefore: (time) =>
      withStorageErrors(async () => {
        const ids = new Set<string>()
        for (const name of await readdir(folder)) {
          const id = name.replace(/\.json$/, '')
          const file = await stat(join(folder, name)).catch(() => null) // gone by now
          if (file && file.mtime < time && isUploadId(id)) ids.add(id)
        }
        return [...ids]
      }),
  }
}

/** Throws the library's 404 for an invalid id, which might lead out of the folder. */
function pathIn(folder: string, id: string): string {
  if (!isUploadId(id)) throw ERRORS.FILE_NOT_FOUND
  return join(folder, id)
}

function isUploadId(text: string): boolean {
  return /^[\w-]+$/.test(text)
}

/** The library's store; the system's errors, such as a full disk, become a StorageError. */
class UploadStore extends FileStore {
  override create(upload: Upload): Promise<Upload> {
    return withStorageErrors(() => super.create(upload))
  }

  override write(bytes: Readable, id: string, offset: number): Promise<number> {
    return withStorageErrors(async () => {
      const path = pathIn(this.directory, id)
      const file = createWriteStream(path, { flags: 'r+', start: offset })
      await pipeline(bytes, file)
      return offset + file.bytesWritten
    })
  }

  // The library reports an unreadable file as missing, and the client would start again.
  override async getUpload(id: string): Promise<Upload> {
    await withStorageErrors(() => access(`${this.directory}/`)) // the slash fails for anything but a folder
    return withStorageErrors(() => super.getUpload(id))
  }
}

/** Also succeeds when the file, or a folder of its path, does not exist. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') throw error
  })
}
