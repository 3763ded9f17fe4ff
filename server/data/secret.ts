import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { fsyncPath } from './fsync-path.ts'

/** As of SECRET (config-variables.ts); ours has 43 characters. */
const LEAST = 32

/**
 * The installation's own secret, which signs what we hand out: made once in `DATA_DIR/secret` and
 * readable by its owner alone.
 *
 * @throws {AppError} 'unavailable' when the file is too short to be one
 */
export function installationSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  const secret = read(path) ?? create(dataDir, path)
  if (secret.length >= LEAST) return secret
  throw new AppError(
    'unavailable',
    `${path} no tiene los ${LEAST} caracteres de un secreto: está dañado. Recupéralo de una copia, o bórralo y se hará otro.`,
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

/** Two processes may do so at once: the first one's stays, and nobody reads half of one. */
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
