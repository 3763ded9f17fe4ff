import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createEvent,
  createMutex,
  createSleeper,
  type Debounced,
  debounce,
  systemClock,
  untilAborted,
} from '../../shared/async.ts'

const never = new Promise<never>(() => {})

/** Returns true if the promise is settled once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  promise.finally(() => (settled = true)).catch(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return settled
}

/** A signal that counts its listeners. */
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

describe('an event', () => {
  it('wakes the one that waits, once each time it is set', async () => {
    const event = createEvent()
    const { signal, listeners } = watchedSignal()
    const first = event.wait(signal)
    expect(await isSettled(first)).toBe(false)
    event.set()
    expect(await isSettled(first)).toBe(true)
    expect(listeners()).toBe(0)
    expect(await isSettled(event.wait(signal))).toBe(false)
  })

  it('remembers being set once while there is no waiter', async () => {
    const event = createEvent()
    const { signal } = new AbortController()
    event.set()
    event.set()
    expect(await isSettled(event.wait(signal))).toBe(true)
    expect(await isSettled(event.wait(signal))).toBe(false)
  })

  it('wakes at the end of the signal, also when that came before', async () => {
    const event = createEvent()
    const { signal, abort } = watchedSignal()
    const waits = event.wait(signal)
    expect(await isSettled(waits)).toBe(false)
    abort()
    expect(await isSettled(waits)).toBe(true)
    expect(await isSettled(event.wait(signal))).toBe(true)
  })
})

describe('a sleep', () => {
  it('ends after its time', async () => {
    const { signal, listeners } = watchedSignal()
    const nap = createSleeper(systemClock).sleep(1_000, signal)
    await vi.advanceTimersByTimeAsync(999)
    expect(await isSettled(nap)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isSettled(nap)).toBe(true)
    expect(listeners()).toBe(0)
  })

  it('ends at once when woken, and leaves no timer', async () => {
    const sleeper = createSleeper(systemClock)
    const { signal } = new AbortController()
    const pauses = [sleeper.sleep(1_000, signal), sleeper.untilWoken(signal)]
    expect(await isSettled(Promise.race(pauses))).toBe(false)
    sleeper.wake()
    expect(await isSettled(Promise.all(pauses))).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    expect(await isSettled(sleeper.untilWoken(signal))).toBe(false) // no wake is remembered
  })

  it('ends when its signal aborts, and does not begin after that', async () => {
    const sleeper = createSleeper(systemClock)
    const { signal, abort } = watchedSignal()
    const pauses = [sleeper.sleep(1_000, signal), sleeper.untilWoken(signal)]
    expect(await isSettled(Promise.race(pauses))).toBe(false)
    abort()
    expect(await isSettled(Promise.all(pauses))).toBe(true)
    expect(await isSettled(sleeper.sleep(1_000, signal))).toBe(true)
    expect(await isSettled(sleeper.untilWoken(signal))).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('counts as over when the clock fails', async () => {
    const sleeper = createSleeper({
      ...systemClock,
      sleep: () => Promise.reject(new Error('no clock')),
    })
    await sleeper.sleep(1_000, new AbortController().signal)
  })
})

describe('the clock of the system', () => {
  it('returns the time', () => {
    vi.setSystemTime('2026-03-01T12:00:00Z')
    expect(systemClock.now().toISOString()).toBe('2026-03-01T12:00:00.000Z')
  })

  it('sleeps for the given time, with and without a signal', async () => {
    const sleep = systemClock.sleep(1_000)
    await vi.advanceTimersByTimeAsync(999)
    expect(await isSettled(sleep)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await isSettled(sleep)).toBe(true)
  })

  it('leaves no listener on a signal that outlives the sleep', async () => {
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
  it('returns or throws its result, and leaves no listener on the signal', async () => {
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

describe('a mutex', () => {
  it('runs work one after the other, also after work that failed', async () => {
    const mutex = createMutex()
    const steps: string[] = []
    const work = (name: string) => async () => {
      steps.push(`${name} begins`)
      await Promise.resolve()
      steps.push(`${name} ends`)
      if (name === 'one') throw new Error('failed')
      return name
    }
    const all = [mutex.run(work('one')), mutex.run(work('two')), mutex.run(work('three'))]
    await expect(all[0]).rejects.toThrow('failed')
    expect(await Promise.all(all.slice(1))).toEqual(['two', 'three'])
    expect(steps).toEqual(
      ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    )
  })
})

describe('debounced work', () => {
  let done: number
  let debounced: Debounced

  beforeEach(() => {
    done = 0
    const work = async () => {
      done += 1
    }
    debounced = debounce(work, { quietMs: 2_000, longestMs: 10_000 })
  })

  it('does not run without a trigger', async () => {
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toBe(0)
  })

  it('runs once after the quiet time', async () => {
    for (let times = 0; times < 3; times++) {
      debounced.trigger()
      await vi.advanceTimersByTimeAsync(1_900)
    }
    expect(done).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toBe(1)
  })

  it('runs after the longest time when it is triggered without a pause', async () => {
    for (let times = 0; times < 21; times++) {
      debounced.trigger()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(done).toBe(2)
  })

  it('does not run once it is stopped', async () => {
    debounced.trigger()
    await debounced.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toBe(0)
  })
})
