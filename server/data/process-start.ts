import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Distinguishes a process from a later one with the same id (folder-lock.ts). undefined when it does not run. */
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
  // proc(5): the name in parentheses may contain anything. The state follows, and 19 fields later the start.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie has released everything. The start counts from the boot.
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
