import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 100

/**
 * Runs `work`, and returns its result and the most memory in MB that the tab had meanwhile; NaN without /proc. The tab is
 * the largest renderer of the browser with that profile: there is at most a small spare one. Measures PSS, which divides
 * shared memory.
 */
export async function watchTabMemory<T>(
  profile: string,
  work: () => Promise<T>,
): Promise<{ result: T; peak: number }> {
  if (process.platform !== 'linux') return { result: await work(), peak: Number.NaN }
  let peak = 0
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      const sizes = await Promise.all((await renderersOf(profile)).map(pssOf))
      peak = Math.max(peak, ...sizes)
      await sleep(EVERY_MS)
    }
  })()
  const result = await work().finally(async () => {
    isRunning = false
    await watching
  })
  return { result, peak }
}

/** Renderers do not have the profile in their command line; their parent has. */
async function renderersOf(profile: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const processes = (await Promise.all(pids.map(readProcess))).filter((one) => one !== null)
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]))
  const browsers = new Set(
    processes.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid),
  )
  function isBelow(pid: number | undefined): boolean {
    return pid !== undefined && pid > 1 && (browsers.has(pid) || isBelow(parents.get(pid)))
  }
  return processes
    .filter(({ pid, command }) => command.includes('--type=renderer') && isBelow(pid))
    .map(({ pid }) => pid)
}

async function readProcess(pid: number) {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // "pid (name) state parent …": the name may contain anything, so parsing begins after its last bracket.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { pid, parent, command }
  } catch {
    return null // It ended meanwhile.
  }
}

async function pssOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
}
