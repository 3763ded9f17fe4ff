/*
 * The deterministic scheduler of one simulated run: a simulated clock, an event queue, a seeded random generator and a
 * log. Events happen one at a time. The real work that an event starts, such as queries, ends before the next event. So
 * the same seed is always the same run.
 *
 * `run` executes the script of the run (simulation.ts); `sleep` is how the script lets time pass.
 */
import { MINUTE } from '../../shared/time.ts'
import { createRandom } from '../seed/random.ts'

const START = Date.parse('2027-03-01T12:00:00Z')
/** Simulated time that the script may wait for something other than `sleep`. */
const LONGEST_WAIT = 5 * MINUTE
const MOST_EVENTS_AT_ONCE = 100_000
/** Real time, on a busy machine. */
const LONGEST_WORK = 5 * MINUTE

export type Scheduler = ReturnType<typeof createScheduler>

/** The run hangs. Its work may still hold connections and locks of the databases. */
export class Stuck extends Error {}

interface Event {
  time: number
  happen: () => void
}

export function createScheduler(seed: number, longestWorkMs = LONGEST_WORK) {
  const lines: string[] = []
  const nicknames = new Map<string, string>()
  const events = new Set<Event>()
  let time = START
  /** When the script goes on, after all other events of that moment. */
  let turn: Event | null = null
  let stuckAt = time + LONGEST_WAIT
  let eventsNow = 0
  let underWay = 0
  const whenIdle: (() => void)[] = []
  let failure: { error: unknown } | null = null

  function nextEvent(until: number): Event | null {
    let next: Event | null = null
    for (const event of events) {
      if (event.time <= until && (next === null || event.time < next.time)) next = event
    }
    return next
  }

  async function settle(): Promise<void> {
    // Two idle turns in a row, because only promises lie between a piece of work and the next that it starts.
    for (let idle = 0; idle < 2; idle = underWay === 0 ? idle + 1 : 0) {
      if (underWay > 0) await untilIdle()
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (failure) throw failure.error
  }

  function untilIdle(): Promise<void> {
    return new Promise((resolve, reject) => {
      const stuck = () => reject(new Stuck('Stuck: work does not end while no time passes'))
      const timer = setTimeout(stuck, longestWorkMs)
      whenIdle.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  /** Lets the next event happen, or the script go on. */
  function advance(): void {
    const event = nextEvent(turn?.time ?? stuckAt) ?? turn
    if (!event) throw new Stuck('Stuck: the script waits for something that does not happen')
    eventsNow = event.time > time ? 1 : eventsNow + 1
    if (eventsNow > MOST_EVENTS_AT_ONCE) throw new Stuck('Stuck: one moment does not end')
    events.delete(event)
    time = event.time
    if (event === turn) {
      turn = null
      stuckAt = time + LONGEST_WAIT
    }
    event.happen()
  }

  function leaveWork(): void {
    underWay -= 1
    if (underWay === 0) for (const resolve of whenIdle.splice(0)) resolve()
  }

  /** Returns a short name, because ids differ between two runs of a seed. */
  function nickname(id: string): string {
    const name = nicknames.get(id) ?? `#${nicknames.size + 1}`
    nicknames.set(id, name)
    return name
  }

  /** Calls `happen` after `ms`. Returns a function that cancels it. */
  function after(ms: number, happen: () => void): () => void {
    const event = { time: time + ms, happen }
    events.add(event)
    return () => events.delete(event)
  }

  return {
    random: createRandom(seed),
    lines: lines as readonly string[],
    now: () => new Date(time),
    after,
    /** Runs real work: no other event happens until it ends. */
    async busy<T>(work: () => Promise<T>): Promise<T> {
      underWay += 1
      try {
        return await work()
      } finally {
        leaveWork()
      }
    },
    /** Within `busy`: lets other events happen for `ms`. */
    async rest(ms: number): Promise<void> {
      leaveWork()
      await new Promise<void>((resolve) => {
        after(ms, resolve)
      })
      underWay += 1
    },
    /** Runs the script, and lets time pass while it waits. Throws the first fault, or `Stuck` when the run hangs. */
    async run<T>(script: () => Promise<T>): Promise<T> {
      let isOver = false
      const running = script().finally(() => {
        isOver = true
      })
      running.catch(() => {}) // it is returned below, unless the run ends before
      for (await settle(); !isOver; await settle()) advance()
      return running
    },
    /** Within the script: lets time pass. */
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        turn = { time: time + ms, happen: resolve }
      }),
    /** Logs a line with the simulated time. */
    log(text: string): void {
      const seconds = ((time - START) / 1000).toFixed(3).padStart(9)
      lines.push(
        `${seconds} ${text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nickname)}`,
      )
    },
    /** Ends the run with this error: a rule is violated. */
    fault(error: unknown): void {
      failure ??= { error }
    },
  }
}
