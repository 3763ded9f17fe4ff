import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { LOCK } from '../data/folder-lock.ts'
import { fsyncPath } from '../data/fsync-path.ts'
import type { ReceiptFiles } from '../data/receipt-files.ts'
import { sha256Of } from '../data/sha256.ts'
import { type BackupSource, readWhole } from './back-up.ts'
import { eachOf } from './each-of.ts'
import { MANIFEST, type Manifest, manifest, receiptFile, SECRET, SUMS } from './manifest.ts'
import { damaged, restoreTables } from './restore-tables.ts'
import type { Receipt } from './save-tables.ts'

/**
 * Restores and verifies a backup of any engine and store. The rows are committed last, so that an interrupted restore
 * can run again. Throws AppError: 'not-found' without a backup, 'conflict' unless the database is empty (`replace`
 * empties it), 'invalid-input' for a damaged backup or one of a newer program.
 */
export async function restore(
  { database, files, dataDir, hasOwnSecret }: BackupSource,
  from: string,
  { replace }: { replace: boolean },
): Promise<Manifest> {
  const saved = await readManifest(from)
  const secret = saved.secret === 'here' && !hasOwnSecret ? await readSecret(from) : null
  const missing = new Set(saved.receipts.missing)
  await restoreTables(database, {
    from,
    manifest: saved,
    replace,
    async placeReceipts(receipts) {
      const present = receipts.filter(({ path }) => !missing.has(path))
      await eachOf(present, (receipt) => place(files, from, receipt))
      if (secret) placeSecret(secret, dataDir)
    },
  })
  return saved
}

async function readManifest(from: string): Promise<Manifest> {
  if (existsSync(join(from, LOCK))) {
    throw new AppError('not-found', `La copia en ${from} no se terminó.`)
  }
  const text = await readFile(join(from, MANIFEST), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
    throw new AppError('not-found', `En ${from} no hay una copia.`)
  })
  const parsed = manifest.safeParse(parseJson(text))
  if (!parsed.success) throw damaged(MANIFEST)
  return parsed.data
}

/** The manifest has no hash of the secret, so SHA256SUMS verifies it. */
async function readSecret(from: string): Promise<NonSharedBuffer> {
  const [sums, secret] = await Promise.all([readPart(from, SUMS), readPart(from, SECRET)])
  const line = `${sha256Of(secret)}  ${SECRET}`
  if (!sums.toString().split('\n').includes(line)) throw damaged(SECRET)
  return secret
}

async function readPart(from: string, file: string): Promise<NonSharedBuffer> {
  return readFile(join(from, file)).catch((error) => {
    throw error.code === 'ENOENT' ? damaged(file) : error
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function place(files: ReceiptFiles, from: string, receipt: Receipt): Promise<void> {
  if (await readWhole(files, receipt)) return
  const file = receiptFile(receipt.path)
  const bytes = await readPart(from, file)
  if (sha256Of(bytes) !== receipt.sha256) throw damaged(file)
  await files.put(receipt.path, bytes)
  if (!(await readWhole(files, receipt))) throw new Error(`The store does not keep ${file}`)
}

function placeSecret(secret: Buffer, dataDir: string): void {
  const path = join(dataDir, 'secret')
  writeFileSync(`${path}.unfinished`, secret, { mode: 0o600 })
  fsyncPath(`${path}.unfinished`)
  renameSync(`${path}.unfinished`, path)
  fsyncPath(dataDir)
}
