import { createReadStream, mkdirSync } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { fsyncPath } from './fsync-path.ts'
import type { ReceiptFiles } from './receipt-files.ts'

/** Receipts in `DATA_DIR/receipts`, uploads under way in `DATA_DIR/uploads`. */
export function localReceiptFiles(dataDir: string): ReceiptFiles {
  const uploads = join(dataDir, 'uploads')
  const receipts = join(dataDir, 'receipts')
  // Made before the store looks: it would make it later, and a failure then ends the process.
  mkdirSync(uploads, { recursive: true })
  mkdirSync(receipts, { recursive: true })

  return {
    uploads: new FileStore({ directory: uploads }),
    readUpload: (id) => readFile(join(uploads, id)),

    // Linked rather than moved: until the row points at it, the upload is still whole (R2).
    async keep(uploadId, path) {
      const upload = join(uploads, uploadId)
      const receipt = join(receipts, path)
      await fsyncFile(upload)
      await mkdir(dirname(receipt), { recursive: true })
      await link(upload, receipt).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
      fsyncPath(dirname(receipt))
      fsyncPath(receipts)
    },

    async dropUpload(id) {
      await rm(join(uploads, id), { force: true })
      await rm(join(uploads, `${id}.json`), { force: true })
    },

    async uploadsBefore(time) {
      const ids = new Set<string>()
      for (const name of await readdir(uploads)) {
        const file = await stat(join(uploads, name)).catch(() => null) // gone by now
        if (file && file.mtime < time) ids.add(name.replace(/\.json$/, ''))
      }
      return [...ids]
    },

    async read(path, { start, end }) {
      const file = await open(join(receipts, path))
      return createReadStream('', { fd: file, start, end })
    },

    delete: (path) => rm(join(receipts, path), { force: true }),
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
