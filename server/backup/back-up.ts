import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../../shared/errors.ts'
import type { Database } from '../data/database.ts'
import { LOCK, lockFolder } from '../data/folder-lock.ts'
import { fsyncPath } from '../data/fsync-path.ts'
import type { ReceiptFiles } from '../data/receipt-files.ts'
import { sha256Of } from '../data/sha256.ts'
import { StorageError, WRONG_LENGTH } from '../data/storage-error.ts'
import { eachOf } from './each-of.ts'
import {
  MANIFEST,
  type Manifest,
  newManifest,
  receiptFile,
  SECRET,
  SUMS,
  tableFile,
} from './manifest.ts'
import { type Receipt, type SavedRows, saveTables } from './save-tables.ts'

export interface BackupSource {
  database: Database
  files: ReceiptFiles
  dataDir: string
  hasOwnSecret: boolean // true when the environment sets SECRET, which the backup then leaves out
}

const ATTEMPTS = 5 // a backup begins again when receipts were deleted meanwhile

/**
 * Writes a backup (manifest.ts), of one snapshot. The folder is named `to` only when every byte is on the disk. Throws
 * AppError: 'conflict' when `to` exists, 'not-found' when there is nothing to save.
 */
export async function backUp(installation: BackupSource, to: string): Promise<Manifest> {
  if (existsSync(to)) throw new AppError('conflict', `${to} ya existe: elige una carpeta nueva.`)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const folder = `${to}${UNFINISHED}`
  await removeKilledBackups(folder)
  if (existsSync(folder)) throw alreadyThere(folder)
  mkdirSync(folder, { mode: 0o700 })
  const lock = await lockFolder(folder)
  try {
    const manifest = await fill(folder, installation)
    fsyncFolders(folder)
    lock.release()
    rmdirSync(join(folder, LOCK))
    fsyncPath(folder)
    renameSync(folder, to)
    fsyncPath(dirname(to))
    return manifest
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    lock.release()
  }
}

const UNFINISHED = '.unfinished'
const PARTS = new Set([LOCK, 'tables', 'receipts', SECRET, MANIFEST, SUMS])

/**
 * Removes `folder`, and those beside it that a killed backup has left: they hold nothing else, and the process that
 * locked them has ended. One with a manifest and without a lock is whole.
 */
async function removeKilledBackups(folder: string): Promise<void> {
  const beside = readdirSync(dirname(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith(UNFINISHED))
    .map(({ name }) => join(dirname(folder), name))
  for (const other of beside) {
    const parts = readdirSync(other)
    const isBegun = parts.includes(LOCK) || (other === folder && !parts.includes(MANIFEST))
    if (!isBegun || !parts.every((part) => PARTS.has(part))) continue
    const lock = await lockFolder(other).catch(() => null) // its process is still alive
    if (lock) rmSync(other, { recursive: true, force: true })
    lock?.release()
  }
}

function alreadyThere(folder: string): AppError {
  return new AppError(
    'conflict',
    `${folder} ya existe: es de otra copia en curso, o de otro programa. Elige otra carpeta.`,
  )
}

async function fill(folder: string, installation: BackupSource): Promise<Manifest> {
  const { database, hasOwnSecret } = installation
  const takenAt = new Date().toISOString()
  const { rows, missing } = await saveRowsAndReceipts(folder, installation)
  const present = rows.receipts.filter(({ path }) => !missing.includes(path))
  const sums = [
    ...rows.tables.map(({ name, sha256 }) => ({ file: tableFile(name), sha256 })),
    ...present.map(({ path, sha256 }) => ({ file: receiptFile(path), sha256 })),
  ]
  const secret = hasOwnSecret ? null : await secretOf(installation)
  if (secret) sums.push(await write(folder, SECRET, secret))

  const manifest = newManifest({
    takenAt,
    engine: database.engine,
    migrations: rows.migrations,
    tables: rows.tables,
    receipts: {
      count: present.length,
      bytes: present.reduce((sum, { size }) => sum + size, 0),
      missing,
    },
    secret: secret ? 'here' : 'elsewhere',
  })
  sums.push(await write(folder, MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`))
  await write(folder, SUMS, sums.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(''))
  return manifest
}

/** Reads the rows again when a receipt was deleted between reading its row and its file. */
async function saveRowsAndReceipts(
  folder: string,
  { database, files }: BackupSource,
): Promise<{ rows: SavedRows; missing: string[] }> {
  for (let attempt = 1; ; attempt++) {
    rmSync(join(folder, 'tables'), { recursive: true, force: true })
    const rows = await saveTables(database, folder)
    const missing = await saveReceipts(folder, files, rows.receipts)
    const known = await stillKnown(database, missing)
    if (known.length === missing.length || attempt === ATTEMPTS) return { rows, missing }
    rmSync(join(folder, 'receipts'), { recursive: true, force: true })
  }
}

async function saveReceipts(
  folder: string,
  files: ReceiptFiles,
  receipts: readonly Receipt[],
): Promise<string[]> {
  const missing: string[] = []
  await eachOf(receipts, async (receipt) => {
    const bytes = await readWhole(files, receipt)
    if (bytes) await write(folder, receiptFile(receipt.path), bytes)
    else missing.push(receipt.path)
  })
  return missing.sort()
}

/** Returns the file's bytes; null when they are gone or differ from the row. Throws StorageError. */
export async function readWhole(
  files: ReceiptFiles,
  { path, size, sha256 }: Receipt,
): Promise<Buffer | null> {
  try {
    const bytes = await buffer(await files.read(path, { start: 0, end: size - 1 }))
    return sha256Of(bytes) === sha256 ? bytes : null
  } catch (error) {
    if (error instanceof StorageError && GONE.has(error.code)) return null
    throw error
  }
}

/** Error codes of a folder and a bucket for a missing or shorter file. */
const GONE = new Set(['ENOENT', 'NoSuchKey', 'InvalidRange', WRONG_LENGTH])

async function stillKnown(database: Database, paths: readonly string[]): Promise<object[]> {
  return database.query('select from receipts where path = any($1::text[])', [paths])
}

async function secretOf({ dataDir }: BackupSource): Promise<Buffer | null> {
  return readFile(join(dataDir, 'secret')).catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

async function write(folder: string, file: string, content: Uint8Array | string) {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { file, sha256: sha256Of(content) }
}

function fsyncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) fsyncFolders(join(folder, entry.name))
  }
  fsyncPath(folder)
}
