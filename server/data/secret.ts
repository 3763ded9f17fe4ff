import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fsyncPath } from './fsync-path.ts'

/**
 * The installation's own secret, which signs what we hand out: made once in `DATA_DIR/secret` and
 * readable by its owner alone (DESIGN 9).
 */
export function installationSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  return read(path) ?? create(dataDir, path)
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
