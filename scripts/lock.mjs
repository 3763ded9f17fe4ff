import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const SECOND = 1000 // in ms

/**
 * Runs `work` while this process alone holds `file`; others wait their turn, and `onWait(pid)` is
 * called once, with the holder. A lock whose holders have died is taken over. `work` is given
 * `share(pid)`, for a child at work: killed without warning, we leave it behind, still writing.
 */
export async function withLock(file, work, onWait) {
  for (let waiting = false; !take(file); waiting = true) {
    if (!waiting && isHeld(file)) onWait(readHolders(file)[0])
    clearDead(file)
    await sleep(0.1 * SECOND)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release) // work may end the process
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

// Two that find the same dead lock must not remove it twice: the second removal would hit the
// living lock of the first. Only the holder of the guard may remove, after looking again.
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
  const holders = readHolders(file)
  // Just created and not yet written, or left empty by a crash in that very instant.
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
  // A holder with our own number is dead: numbers repeat when a container starts again.
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
