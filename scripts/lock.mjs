import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const SECOND = 1000 // in ms

/**
 * Runs `work` while this process holds the lock `file`. Other processes wait, and `onWait(pid)` is called
 * once with the holder. A lock whose holders have died is taken over. `work` calls `share(pid)` for a child
 * process that writes: it also holds the lock, because it may outlive this process when that is killed.
 */
export async function withLock(file, work, onWait) {
  for (let waiting = false; !take(file); waiting = true) {
    if (!waiting && isHeld(file)) onWait(readHolders(file)[0])
    clearDead(file)
    await sleep(0.1 * SECOND)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release) // `work` may end the process
  try {
    return await work((pid) => appendFileSync(file, ` ${pid}`))
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

// Two processes that find the same dead lock must not both remove it: the second would remove the new lock
// of the first. Only the holder of the guard removes it, after reading it again.
function clearDead(file) {
  if (isHeld(file)) return
  const guard = `${file}-guard`
  if (!take(guard)) {
    if (ageOf(guard) > 10 * SECOND) rmSync(guard, { force: true })
    return
  }
  try {
    if (!isHeld(file)) rmSync(file, { force: true })
  } finally {
    rmSync(guard, { force: true })
  }
}

function isHeld(file) {
  // After a power loss its holders' pids belong to other processes.
  if (ageOf(file) > (uptime() + 2) * SECOND) return false
  const holders = readHolders(file)
  // Created and not yet written, or left empty by a crash at that moment.
  return holders.length > 0 ? holders.some(isAlive) : ageOf(file) < 2 * SECOND
}

function readHolders(file) {
  try {
    return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function isAlive(pid) {
  // A holder with this process's pid is dead: pids repeat when a container restarts.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function ageOf(file) {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
}
