/*
 * The embedded database belongs to one process. So `npm run backup` asks the running server for a backup, over a Unix
 * socket in the data folder that only the server's user may open.
 */
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { type BackupSource, backUp } from './back-up.ts'
import { MANIFEST, type Manifest, manifest } from './manifest.ts'

const LONGEST_PATH = 100 // bytes; Linux allows 107, macOS 103

/**
 * Makes a backup for each request of `npm run backup`, one at a time. Does nothing when the socket's path is too long.
 * Returns a function that stops this after the backup under way.
 */
export async function serveBackupRequests(
  installation: BackupSource,
  onFault: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const path = socketOf(installation.dataDir)
  if (Buffer.byteLength(path) > LONGEST_PATH) return async () => {}
  let lastBackup: Promise<unknown> = Promise.resolve()
  const server = createServer((incoming, response) => {
    lastBackup = lastBackup.then(() => backUpFor(installation, incoming, response)).catch(onFault)
  })
  rmSync(path, { force: true }) // left by a killed process: only one process holds the folder's lock
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(path, listening)
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    await lastBackup
    await closed
  }
}

async function backUpFor(
  installation: BackupSource,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { to } = (await json(incoming)) as { to: string }
    const made = await backUp(installation, to)
    response.end(JSON.stringify(made))
  } catch (error) {
    const { code, message } =
      error instanceof AppError ? error : { code: 'internal', message: `${error}` }
    response.writeHead(500).end(JSON.stringify({ code, error: message }))
    if (!(error instanceof AppError)) throw error
  }
}

/**
 * Asks the running server for a backup; returns null when no server runs. Throws AppError as backUp does, and
 * 'unavailable' when the server stops before it has finished, or wrote into a folder that only it sees.
 */
export async function askForBackup(dataDir: string, to: string): Promise<Manifest | null> {
  const folder = resolve(to)
  const response = await post(socketOf(dataDir), JSON.stringify({ to: folder }))
  if (!response) return null
  const body = await json(response).catch(() => {
    throw serverEnded()
  })
  if (response.statusCode === 200) {
    // Under systemd with PrivateTmp the server has a /tmp of its own, which is deleted when it stops.
    if (!existsSync(join(folder, MANIFEST))) throw notVisible(folder)
    return manifest.parse(body)
  }
  const { code, error } = body as { code: ErrorCode; error: string }
  throw new AppError(code, error)
}

function post(socketPath: string, body: string): Promise<IncomingMessage | null> {
  return new Promise((resolve, reject) => {
    request({ socketPath, method: 'POST', path: '/', agent: false }, resolve)
      .once('error', (error: NodeJS.ErrnoException) => {
        if (NO_SERVER.has(error.code ?? '')) resolve(null)
        else if (error.code === 'EACCES') reject(notOurs())
        else reject(serverEnded(error))
      })
      .end(body)
  })
}

/** Error codes when no server listens, or when the path is too long for a socket: the server opens none then. */
const NO_SERVER = new Set(['ENOENT', 'ECONNREFUSED', 'ENAMETOOLONG', 'EINVAL'])

function notOurs(): AppError {
  return new AppError(
    'not-allowed',
    'El servidor es de otro usuario: haz la copia como ese usuario.',
  )
}

function notVisible(folder: string): AppError {
  return new AppError(
    'unavailable',
    `El servidor hizo la copia en una carpeta ${folder} que solo él ve, y se perderá: elige una fuera de /tmp.`,
  )
}

function serverEnded(cause?: unknown): AppError {
  return new AppError('unavailable', 'El servidor se cerró antes de terminar la copia.', { cause })
}

function socketOf(dataDir: string): string {
  const path = join(dataDir, 'control')
  return process.platform === 'win32' ? join('\\\\?\\pipe', path) : path
}
