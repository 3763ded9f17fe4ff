/*
 * The time and the luck of one simulated run. Nothing here waits for a real clock: what should happen
 * later stands in a list, and one thing happens at a time. After each, everything that it sets off for
 * real (the databases' work) runs to its end before the next, so the same seed is the same run.
 */
import { MINUTE } from '../../shared/time.ts'
import { createRandom, type Random } from '../seed/random.ts'

const START = Date.parse('2027-03-01T12:00:00Z')
/** For how long the script may wait for something other than the time that it asked for. */
const LONGEST_WAIT = 5 * MINUTE
const MOST_EVENTS_AT_ONCE = 100_000
/** In real time, on a busy machine. */
const LONGEST_WORK = 5 * MINUTE

export interface World {
  random: Random
  now(): Date
  /** Lets something happen in `ms`, unless it is taken back by what this answers. */
  after(ms: number, happen: () => void): () => void
  /** Real work: until it ends nothing else happens. */
  busy<T>(work: () => Promise<T>): Promise<T>
  /** Within busy work: lets other things happen for `ms`. */
  rest(ms: number): Promise<void>
  /**
   * Runs the script of the run to its end, and lets time pass while it waits. Throws the first fault, and `Stuck` when
   * the run does not go on.
   */
  play<T>(script: () => Promise<T>): Promise<T>
  /** Within the script: lets that much time pass. */
  pass(ms: number): Promise<void>
  /** Writes a line into the run's story. */
  say(text: string): void
  /** Something that must never happen: ends the run. */
  fault(error: unknown): void
  story: readonly string[]
}

/** The run does not go on. Work of it may still wait, also in the databases. */
export class Stuck extends Error {}

interface Event {
  time: number
  happen: () => void
}

export function createWorld(seed: number, longestWorkMs = LONGEST_WORK): World {
  const story: string[] = []
  const nicknames = new Map<string, string>()
  const events = new Set<Event>()
  let time = START
  /** The script goes on then, after everything else that happens at that moment. */
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
    // Two idle turns in a row: between the end of one piece of work and the start of the next that
    // it sets off there is nothing but promises.
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

  /** Lets the next thing happen, or the script go on. */
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

  /** Ids are different in each run; what they are called here is not. */
  function nickname(id: string): string {
    const name = nicknames.get(id) ?? `#${nicknames.size + 1}`
    nicknames.set(id, name)
    return name
  }

  return {
    random: createRandom(seed),
    story,
    now: () => new Date(time),
    after(ms, happen) {
      const event = { time: time + ms, happen }
      events.add(event)
      return () => events.delete(event)
    },
    async busy(work) {
      underWay += 1
      try {
        return await work()
      } finally {
        leaveWork()
      }
    },
    async rest(ms) {
      leaveWork()
      await new Promise<void>((resolve) => {
        this.after(ms, resolve)
      })
      underWay += 1
    },
    async play(script) {
      let isOver = false
      const playing = script().finally(() => {
        isOver = true
      })
      playing.catch(() => {}) // it is returned below, unless the run ends before
      for (await settle(); !isOver; await settle()) advance()
      return playing
    },
    pass: (ms) =>
      new Promise((resolve) => {
        turn = { time: time + ms, happen: resolve }
      }),
    say(text) {
      const seconds = ((time - START) / 1000).toFixed(3).padStart(9)
      story.push(
        `${seconds} ${text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nickname)}`,
      )
    },
    fault(error) {
      failure ??= { error }
    },
  }
}
