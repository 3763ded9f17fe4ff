import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When the process `pid` of this machine started, as a word that never changes while it lives;
 * undefined when no such process runs. With it, a number used again is not taken for the old one.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') return startOnLinux(pid)
  if (process.platform === 'win32') return isRunning(pid) ? '0' : undefined
  return startByPs(pid)
}

function startOnLinux(pid: number): string | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // proc(5): the name, in parentheses, may hold anything; then the state, and 19 fields on the start.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie has let go of everything. The start is counted from the boot, so the boot belongs to it.
  return state === 'Z' || state === 'X' ? undefined : `${bootId()}.${fields[18]}`
}

const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)

function startByPs(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return String(Date.parse(started))
  } catch {
    return undefined
  }
}

/** Signal 0 only asks. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
