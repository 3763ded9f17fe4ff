import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { fsyncPath } from './fsync-path.ts'

const MIN_LENGTH = 32

/** Returns the secret, generated once in `DATA_DIR/secret`. Throws AppError('unavailable') when it is too short. */
export function installationSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  const secret = read(path) ?? create(dataDir, path)
  if (secret.length >= MIN_LENGTH) return secret
  throw new AppError(
    'unavailable',
    `${path} no tiene los ${MIN_LENGTH} caracteres de un secreto: está dañado. Recupéralo de una copia, o bórralo y se hará otro.`,
  )
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Two processes may run this at once: the first file stays, and nobody reads an incomplete one. */
function create(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true })
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  fsyncPath(fresh)
  try {
    linkSync(fresh, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  fsyncPath(dataDir)
  return readFileSync(path, 'utf8').trim()
}
