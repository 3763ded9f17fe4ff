import { createReadStream, mkdirSync } from 'node:fs'
import { link, mkdir, open, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncPath } from './fsync-path.ts'
import { pathInStore, type ReceiptFiles } from './receipt-files.ts'
import { withStorageErrors } from './storage-error.ts'
import { removeFile, uploadFolder } from './upload-folder.ts'

/** Stores receipts and unfinished uploads as files in `dataDir` (R7). */
export function localReceiptFiles(dataDir: string): ReceiptFiles {
  const { pathOf, ...uploads } = uploadFolder(dataDir)
  const receipts = join(dataDir, 'receipts')
  mkdirSync(receipts, { recursive: true })
  const fileOf = (path: string) => join(receipts, pathInStore(path))

  return {
    ...uploads,

    // A link, not a move: until the row refers to it, the upload must stay complete (R2).
    store: (uploadId, path) =>
      withStorageErrors(async () => {
        const upload = pathOf(uploadId)
        const receipt = fileOf(path)
        await fsyncFile(upload)
        await mkdir(dirname(receipt), { recursive: true })
        await link(upload, receipt).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        })
        fsyncPath(dirname(receipt))
        fsyncPath(receipts)
      }),

    // Renamed when complete, so that no receipt is ever incomplete under its own name.
    put: (path, bytes) =>
      withStorageErrors(async () => {
        const receipt = fileOf(path)
        await mkdir(dirname(receipt), { recursive: true })
        await writeFile(`${receipt}.unfinished`, bytes)
        await fsyncFile(`${receipt}.unfinished`)
        await rename(`${receipt}.unfinished`, receipt)
        fsyncPath(dirname(receipt))
        fsyncPath(receipts)
      }),

    read: (path, { start, end }) =>
      withStorageErrors(async () => {
        const file = await open(fileOf(path))
        return createReadStream('', { fd: file, start, end })
      }),

    delete: (path) => withStorageErrors(() => removeFile(fileOf(path))),
  }
}

async function fsyncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
