/*
 * Claimed before the database opens: two engines on one folder lose rows silently. Each process writes a file in
 * FOLDER/lock that identifies it, and then looks for others: of two at once at least one sees the other. Any process
 * may remove the file of an ended one, because it never becomes valid again.
 */
import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import { SECOND } from '../../shared/time.ts'
import { processStart } from './process-start.ts'

const HEARTBEAT = 5 * SECOND
const SILENCE = 30 * SECOND // a claim of another machine without a heartbeat for this long is dead
const ATTEMPTS = 3

/** Name of the folder of claims. */
export const LOCK = 'lock'

export interface FolderLock {
  release(): void
}

/** Claims a folder. Throws AppError('unavailable') with the name of the process that has it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const claims = join(folder, LOCK)
  mkdirSync(claims, { recursive: true })
  const mine = nameOfClaim()
  for (let attempt = 1; ; attempt++) {
    const other = claim(claims, mine)
    if (!other) return startHeartbeat(join(claims, mine))
    if (attempt === ATTEMPTS) throw inUse(folder, other)
    // Two processes that started together have both withdrawn. After a random pause one is first.
    await sleep(Math.random() * 200)
  }
}

/** Returns the other's name, and removes our claim, when another process has one. */
function claim(claims: string, mine: string): string | undefined {
  try {
    writeFileSync(join(claims, mine), '', { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return mine
    throw error
  }
  for (const name of readdirSync(claims)) {
    if (name === mine) continue
    if (isAlive(claims, name)) {
      rmSync(join(claims, mine), { force: true })
      return name
    }
    rmSync(join(claims, name), { force: true })
  }
  return undefined
}

const nameOfClaim = () => `${process.pid}_${processStart(process.pid)}_${machine()}`

function isAlive(claims: string, name: string): boolean {
  const [pid, start, ...rest] = name.split('_')
  if (rest.join('_') === machine()) return processStart(Number(pid)) === start
  const { mtimeMs = 0 } = statSync(join(claims, name), { throwIfNoEntry: false }) ?? {}
  return Date.now() - mtimeMs < SILENCE
}

function machine(): string {
  const host = encodeURIComponent(hostname())
  try {
    return `${host}_${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`
  } catch {
    return host
  }
}

function startHeartbeat(path: string): FolderLock {
  const heartbeat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch (error) {
      // Another process considered this one dead and may be writing.
      if (codeOf(error) === 'ENOENT') throw new Error(`The lock ${path} was removed`)
    }
  }, HEARTBEAT).unref()

  return {
    release() {
      clearInterval(heartbeat)
      rmSync(path, { force: true })
    },
  }
}

function inUse(folder: string, claimed: string): AppError {
  const [pid] = claimed.split('_')
  return new AppError(
    'unavailable',
    `La carpeta de datos ${folder} está en uso por otro proceso (pid ${pid}). ` +
      'Ciérralo e intenta nuevamente, o elige otra carpeta con DATA_DIR.',
  )
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
