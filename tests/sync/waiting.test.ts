import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBell } from '../../web/replica/bell.ts'
import { systemClock } from '../../web/replica/clock.ts'
import { createNaps } from '../../web/replica/naps.ts'
import { createReach } from '../../web/replica/reach.ts'
import { createStatusBoard } from '../../web/replica/sync-status.ts'
import { createTurns } from '../../web/replica/turns.ts'
import { untilAborted } from '../../web/replica/until-aborted.ts'

/* The parts with which the sync client waits for one thing or another. */

const never = new Promise<never>(() => {})

/** Whether the promise is settled once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  promise.finally(() => (settled = true)).catch(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return settled
}

/** A signal that counts who listens to it. */
function watchedSignal() {
  const controller = new AbortController()
  const { signal } = controller
  let listeners = 0
  vi.spyOn(signal, 'addEventListener').mockImplementation((...args) => {
    listeners += 1
    EventTarget.prototype.addEventListener.call(signal, ...(args as [string, EventListener]))
  })
  vi.spyOn(signal, 'removeEventListener').mockImplementation((...args) => {
    listeners -= 1
    EventTarget.prototype.removeEventListener.call(signal, ...(args as [string, EventListener]))
  })
  return { signal, abort: () => controller.abort(new Error('over')), listeners: () => listeners }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a bell', () => {
  it('wakes the one that waits, once for each ring', async () => {
    const bell = createBell()
    const { signal, listeners } = watchedSignal()
    const first = bell.heard(signal)
    expect(await isSettled(first)).toBe(false)
    bell.ring()
    expect(await isSettled(first)).toBe(true)
    expect(listeners()).toBe(0)
    expect(await isSettled(bell.heard(signal))).toBe(false)
  })

  it('remembers one ring for the next that waits', async () => {
    const bell = createBell()
    const { signal } = new AbortController()
    bell.ring()
    bell.ring()
    expect(await isSettled(bell.heard(signal))).toBe(true)
    expect(await isSettled(bell.heard(signal))).toBe(false)
  })

  it('wakes at the end of the signal, also when that came before', async () => {
    const bell = createBell()
    const { signal, abort } = watchedSignal()
    const waits = bell.heard(signal)
    expect(await isSettled(waits)).toBe(false)
    abort()
    expect(await isSettled(waits)).toBe(true)
    expect(await isSettled(bell.heard(signal))).toBe(true)
  })
})

describe('a pause', () => {
  it('ends after its time', async () => {
    const { signal, listeners } = watchedSignal()
    const nap = createNaps(systemClock).nap(1_000, signal)
    await vi.advanceTimersByTimeAsync(999)
    expect(await isSettled(nap)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isSettled(nap)).toBe(true)
    expect(listeners()).toBe(0)
  })

  it('ends at once when woken, and leaves no timer', async () => {
    const naps = createNaps(systemClock)
    const { signal } = new AbortController()
    const pauses = [naps.nap(1_000, signal), naps.sleep(signal)]
    expect(await isSettled(Promise.race(pauses))).toBe(false)
    naps.wake()
    expect(await isSettled(Promise.all(pauses))).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    expect(await isSettled(naps.sleep(signal))).toBe(false) // no wake is remembered
  })

  it('ends when its signal says so, and does not begin after that', async () => {
    const naps = createNaps(systemClock)
    const { signal, abort } = watchedSignal()
    const pauses = [naps.nap(1_000, signal), naps.sleep(signal)]
    expect(await isSettled(Promise.race(pauses))).toBe(false)
    abort()
    expect(await isSettled(Promise.all(pauses))).toBe(true)
    expect(await isSettled(naps.nap(1_000, signal))).toBe(true)
    expect(await isSettled(naps.sleep(signal))).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('counts as over when the clock fails', async () => {
    const naps = createNaps({ ...systemClock, sleep: () => Promise.reject(new Error('no clock')) })
    await naps.nap(1_000, new AbortController().signal)
  })
})

describe('the clock of the system', () => {
  it('tells the time', () => {
    vi.setSystemTime('2026-03-01T12:00:00Z')
    expect(systemClock.now().toISOString()).toBe('2026-03-01T12:00:00.000Z')
  })

  it('sleeps for the time it is told, without a signal too', async () => {
    const sleep = systemClock.sleep(1_000)
    await vi.advanceTimersByTimeAsync(999)
    expect(await isSettled(sleep)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isSettled(sleep)).toBe(true)
  })

  it('leaves nothing at a signal that outlives the sleep', async () => {
    const { signal, abort, listeners } = watchedSignal()
    const sleeps = [systemClock.sleep(1_000, signal), systemClock.sleep(5_000, signal)]
    await vi.advanceTimersByTimeAsync(1_000)
    expect(listeners()).toBe(1)
    abort()
    expect(await isSettled(Promise.all(sleeps))).toBe(true)
    expect(listeners()).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not sleep when the signal has ended', async () => {
    const sleep = systemClock.sleep(1_000, AbortSignal.abort())
    expect(vi.getTimerCount()).toBe(0)
    expect(await isSettled(sleep)).toBe(true)
  })
})

describe('work that may be aborted', () => {
  it('returns or throws what it comes to, and leaves nothing at the signal', async () => {
    const { signal, listeners } = watchedSignal()
    expect(await untilAborted(Promise.resolve(7), signal)).toBe(7)
    const failure = new Error('failed')
    await expect(untilAborted(Promise.reject(failure), signal)).rejects.toBe(failure)
    await vi.advanceTimersByTimeAsync(0)
    expect(listeners()).toBe(0)
  })

  it('throws the reason of the signal at once, also when that came before', async () => {
    const { signal, abort } = watchedSignal()
    const work = untilAborted(never, signal)
    expect(await isSettled(work)).toBe(false)
    abort()
    await expect(work).rejects.toThrow('over')
    await expect(untilAborted(never, signal)).rejects.toThrow('over')
  })
})

describe('turns', () => {
  it('run one after the other, also after one that failed', async () => {
    const turns = createTurns()
    const steps: string[] = []
    const work = (name: string) => async () => {
      steps.push(`${name} begins`)
      await Promise.resolve()
      steps.push(`${name} ends`)
      if (name === 'one') throw new Error('failed')
      return name
    }
    const all = [turns.take(work('one')), turns.take(work('two')), turns.take(work('three'))]
    await expect(all[0]).rejects.toThrow('failed')
    expect(await Promise.all(all.slice(1))).toEqual(['two', 'three'])
    expect(steps).toEqual(
      ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    )
  })
})

describe('the connection that the person sees', () => {
  it('is live when the stream is heard and what is sent arrives', () => {
    const report = vi.fn()
    const reach = createReach(report)
    reach.sends(false)
    expect(report).not.toHaveBeenCalled() // nothing is heard yet
    expect(reach.isHeard()).toBe(false)
    reach.hears()
    expect(report).toHaveBeenLastCalledWith({ connection: 'offline' })
    expect(reach.isHeard()).toBe(true)
    reach.sends(true)
    expect(report).toHaveBeenLastCalledWith({ connection: 'live' })
    reach.sends(false)
    expect(report).toHaveBeenLastCalledWith({ connection: 'offline' })
  })

  it('begins anew with each connection', () => {
    const report = vi.fn()
    const reach = createReach(report)
    reach.hears()
    reach.sends(false)
    report.mockClear()
    reach.begin()
    expect(reach.isHeard()).toBe(false)
    reach.sends(true)
    expect(report).not.toHaveBeenCalled()
    reach.begin()
    reach.hears()
    expect(report).toHaveBeenLastCalledWith({ connection: 'live' })
  })

  it('is reported only when something is different, until nobody listens', () => {
    const board = createStatusBoard()
    const listener = vi.fn()
    const stop = board.onStatus(listener)
    expect(board.status()).toEqual({
      connection: 'starting',
      copy: 'empty',
      pending: 0,
      refused: 0,
      lastSync: null,
    })
    board.report({ pending: 1 })
    board.report({ pending: 1 })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(board.status()).toMatchObject({ connection: 'starting', pending: 1 })
    stop()
    board.report({ pending: 2 })
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
