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

/*
 * Two engines on one folder lose rows without a word, so a process claims the folder first: a
 * file in FOLDER/lock whose name says who it is. Everyone claims before looking around, so of two
 * at once at least one sees the other; and the claim of an ended process never comes to life
 * again, so whoever meets one may remove it. Nothing is ever taken over, nothing can be torn.
 */

const BEAT = 5 * SECOND
const SILENCE = 30 * SECOND // a claim from elsewhere that has not beaten for so long is dead
const ATTEMPTS = 3

export interface FolderLock {
  release(): void
}

/**
 * Claims `folder`, which must exist, for this process.
 *
 * @throws {AppError} 'unavailable', naming the process that has it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const claims = join(folder, 'lock')
  mkdirSync(claims, { recursive: true })
  const mine = nameOfClaim()
  for (let attempt = 1; ; attempt++) {
    const other = claim(claims, mine)
    if (!other) return keepBeating(join(claims, mine))
    if (attempt === ATTEMPTS) throw inUse(folder, other)
    // Two that started together have both withdrawn; after a random pause one of them is first.
    await sleep(Math.random() * 200)
  }
}

/** Writes our claim. Meeting another living one, it withdraws ours and answers that one's name. */
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

/** PID_START_MACHINE */
const nameOfClaim = () => `${process.pid}_${processStart(process.pid)}_${machine()}`

function isAlive(claims: string, name: string): boolean {
  const [pid, start, ...rest] = name.split('_')
  if (rest.join('_') === machine()) return processStart(Number(pid)) === start
  const { mtimeMs = 0 } = statSync(join(claims, name), { throwIfNoEntry: false }) ?? {}
  return Date.now() - mtimeMs < SILENCE
}

/** Where a process number means something: a host, and within it a container. */
function machine(): string {
  const host = encodeURIComponent(hostname())
  try {
    return `${host}_${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`
  } catch {
    return host
  }
}

function keepBeating(path: string): FolderLock {
  const beat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch (error) {
      // Someone took us for dead and may be writing by now: this process must not go on.
      if (codeOf(error) === 'ENOENT') throw new Error(`The lock ${path} was removed`)
    }
  }, BEAT).unref()

  return {
    release() {
      clearInterval(beat)
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
