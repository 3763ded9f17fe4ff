/* Clocks, timers, timeouts, a mutex and events. The simulation passes its own `Clock` to control time. */
import { SECOND } from './time.ts'

export interface Clock {
  now(): Date
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done)
      function done() {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
    }),
}

/** Calls `onTimeout` after `ms`. Returns a function that cancels the timer. */
export function startTimer(clock: Clock, ms: number, onTimeout: () => void): () => void {
  const cancelled = new AbortController()
  const { signal } = cancelled
  void clock.sleep(ms, signal).then(() => {
    if (!signal.aborted) onTimeout()
  })
  return () => cancelled.abort()
}

/** Resolves like `work`, or rejects after `ms`. Does not cancel the work. */
export async function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  clock: Clock = systemClock,
): Promise<T> {
  let cancel = () => {}
  const timeout = new Promise<never>((_resolve, reject) => {
    cancel = startTimer(clock, ms, () => reject(new Error(`No result within ${ms} ms`)))
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    cancel()
  }
}

/** Resolves like `work`, or rejects with the signal's reason as soon as it aborts. Does not cancel the work. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', stop)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(done)
  })
}

const FIRST_RETRY = SECOND
const LONGEST_RETRY = 30 * SECOND

/** Returns the pause before the next attempt, in ms: 1 s, doubled with each failure up to 30 s. */
export function backOff(failures: number): number {
  return Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** failures)
}

const SLICE = 10 // ms

/** Runs a generator to its end and returns its value. Other work gets a turn after each slice. */
export async function inSlices<T>(steps: Generator<undefined, T>): Promise<T> {
  let until = performance.now() + SLICE
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    until = performance.now() + SLICE
  }
}

/** Runs one piece of work at a time, in the order of the calls. */
export interface Mutex {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
  }
}

/** An auto-reset event with one waiter. Setting it while nobody waits is remembered, once. */
export interface AsyncEvent {
  set(): void
  wait(signal: AbortSignal): Promise<void>
}

export function createEvent(): AsyncEvent {
  let isSet = false
  let wake: (() => void) | undefined
  return {
    set() {
      isSet = true
      wake?.()
    },
    async wait(signal) {
      if (!isSet && !signal.aborted) {
        await new Promise<void>((resolve) => {
          // A signal outlives many waits, so each wait removes its listener.
          const done = () => {
            signal.removeEventListener('abort', done)
            resolve()
          }
          wake = done
          signal.addEventListener('abort', done)
        })
      }
      isSet = false
    },
  }
}

/** Sleeps that can all be ended at once. */
export interface Sleeper {
  /** Resolves after `ms`, when woken, or when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  untilWoken(signal: AbortSignal): Promise<void> // resolves when woken, or when `signal` aborts
  wake(): void
}

export function createSleeper(clock: Clock): Sleeper {
  const sleeping = new Set<AbortController>()

  async function until(
    signal: AbortSignal,
    sleep: (woken: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const controller = new AbortController()
    const wake = () => controller.abort()
    if (signal.aborted) return
    signal.addEventListener('abort', wake)
    sleeping.add(controller)
    await sleep(controller.signal)
    sleeping.delete(controller)
    signal.removeEventListener('abort', wake)
  }

  return {
    sleep: (ms, signal) => until(signal, (woken) => clock.sleep(ms, woken).catch(() => undefined)),
    untilWoken: (signal) =>
      until(
        signal,
        (woken) => new Promise((resolve) => woken.addEventListener('abort', () => resolve())),
      ),
    wake() {
      for (const controller of sleeping) controller.abort()
    },
  }
}

export interface Debounced {
  /** Runs the work after the quiet time, at the latest after the longest time since the first call. */
  trigger(): void
  /** Cancels what has not begun; resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** Debounces `work`, which must not reject. It never runs twice at once. */
export function debounce(
  work: () => Promise<void>,
  { quietMs, longestMs }: { quietMs: number; longestMs: number },
  clock: Clock = systemClock,
): Debounced {
  let cancel = () => {}
  let triggeredAt: number | null = null
  let working: Promise<void> = Promise.resolve()

  function run(): void {
    triggeredAt = null
    working = working.then(work)
  }

  return {
    trigger() {
      const now = clock.now().getTime()
      triggeredAt ??= now
      cancel()
      cancel = startTimer(clock, Math.min(quietMs, triggeredAt + longestMs - now), run)
    },
    stop() {
      cancel()
      return working
    },
  }
}
