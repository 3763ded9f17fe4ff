import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mountTinyDisk } from '../../mount-tiny-disk.ts'
import type { ServerProcess } from '../../start-server.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import type { Fault, Log } from './fault.ts'

const BYTES = 1024 ** 3
const BEFORE = 3_000 // ms
const FULL = 10_000 // ms
/** Pause before a process that ended is started again, as by systemd in scripts/deploy. */
const RESTART_AFTER = 1_000 // ms

/** The disk of the data folder and the embedded database is full for a while. Throws an Error without mount rights. */
export function fullDisk(log: Log): Fault {
  const disk = mountTinyDisk(makeTemporaryFolder(), BYTES)
  if (!disk) throw new Error('This user may not mount a small disk on this machine.')
  process.once('exit', disk.unmount)
  return {
    dataDir: join(disk.folder, 'data'),
    async run({ servers }) {
      await sleep(BEFORE)
      disk.fill(0)
      log('the disk is full')
      const restarting = new AbortController()
      const running = servers.map((server) => keepRunning(server, restarting.signal, log))
      await sleep(FULL)
      disk.makeRoom()
      log('the disk has room')
      await Promise.all(servers.map((server) => untilReady(server)))
      restarting.abort()
      await Promise.all(running)
      log('every process is ready')
    },
    close: async () => disk.unmount(),
  }
}

async function keepRunning(server: ServerProcess, signal: AbortSignal, log: Log): Promise<void> {
  while (!signal.aborted) {
    if (!server.isRunning()) {
      log('a process ended and is started again')
      await server.restart().catch(() => undefined)
    }
    await sleep(RESTART_AFTER, undefined, { signal }).catch(() => undefined)
  }
}

async function untilReady({ origin }: ServerProcess): Promise<void> {
  while (!(await fetch(`${origin}/api/ready`).catch(() => null))?.ok) await sleep(RESTART_AFTER)
}
